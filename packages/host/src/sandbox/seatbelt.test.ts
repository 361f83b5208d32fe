import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { homeOf } from '../home.ts'
import { protectedEntries } from './protected-paths.ts'
import { seatbeltProfile, seatbeltSandbox } from './seatbelt.ts'

const profile = seatbeltProfile({
  roots: ['/work/pro"ject'],
  temporary: '/private/tmp',
  home: '/Users/me',
  unprotected: new Set(['package.json']),
})

describe('seatbeltProfile', () => {
  verifies(
    ['security:F5'],
    'denies every protected path after what it allows, but for the opened ones',
    () => {
      const lines = profile.split('\n')
      const allowed = lines.findIndex((line) =>
        line.startsWith('(allow file-write* (subpath "/work/pro\\"ject")'),
      )
      const denied = lines.findIndex((line) => line.startsWith('(deny file-write* (subpath'))
      expect(allowed).toBeGreaterThan(lines.indexOf('(deny file-write*)'))
      expect(denied).toBeGreaterThan(allowed)
      for (const { base, path } of protectedEntries) {
        const place = base === 'home' ? `/Users/me/${path}` : `/work/pro\\"ject/${path}`
        expect(lines[denied]?.includes(`(subpath "${place}")`), place).toBe(path !== 'package.json')
      }
    },
  )

  test.each(['', 'home', undefined])('names the secrets in full where HOME is %j', async (HOME) => {
    const options = { mode: 'auto', workspace: tmpdir(), env: { HOME } } as const
    const sandbox = seatbeltSandbox(process.execPath, options, [])
    const { spec } = await sandbox.wrap({
      file: process.execPath,
      args: [],
      cwd: tmpdir(),
      env: {},
      streams: 'merged',
      onOutput: () => {},
    })
    const [, text = ''] = spec.args
    expect(text).toContain(`(subpath "${join(homeOf({ HOME }), '.ssh')}")`)
    expect(text).not.toMatch(/\(subpath "[^/]/)
  })

  test('has no network and no secrets', () => {
    expect(profile).toContain('(deny network*)')
    expect(profile).toMatch(/\(deny file-read\* .*\(subpath "\/Users\/me\/\.ssh"\)/)
  })
})
