import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { protectedEntries } from './protected-paths.ts'
import { seatbeltProfile } from './seatbelt.ts'

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

  test('has no network and no secrets', () => {
    expect(profile).toContain('(deny network*)')
    expect(profile).toMatch(/\(deny file-read\* .*\(subpath "\/Users\/me\/\.ssh"\)/)
  })
})
