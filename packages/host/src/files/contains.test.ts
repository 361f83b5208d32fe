import { describe, expect, test } from 'vitest'
import { contains } from './contains.ts'

describe('contains', () => {
  test.each(['/work', '/work/', '/work/a', '/work/..a', '/work/.../a', '/work/a/../b', '/work/../work/a'])(
    'a folder has %s',
    (path) => {
      expect(contains('/work', path)).toBe(true)
    },
  )

  test.each(['/', '/workshop', '/work/..', '/work/../a', '/a/work', '/work/a/../../b'])(
    'a folder has not %s',
    (path) => {
      expect(contains('/work', path)).toBe(false)
    },
  )

  test('the root has everything', () => {
    expect([contains('/', '/'), contains('/', '/a/b')]).toEqual([true, true])
  })
})
