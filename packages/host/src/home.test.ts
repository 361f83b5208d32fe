import { userInfo } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { homeOf } from './home.ts'

describe('homeOf', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('is what the environment names', () => {
    expect(homeOf({ HOME: '/home/me' })).toBe('/home/me')
  })

  test.each([undefined, '', 'home', '~'])('is that of the process where HOME is %j', (HOME) => {
    vi.stubEnv('HOME', '/home/process')
    expect(homeOf({ HOME })).toBe('/home/process')
  })

  test.each(['', 'home'])('is that of the account where that of the process is %j, too', (HOME) => {
    vi.stubEnv('HOME', HOME)
    expect(homeOf({ HOME })).toBe(userInfo().homedir)
  })
})
