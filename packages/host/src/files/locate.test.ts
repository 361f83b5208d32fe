import { describe, expect, test } from 'vitest'
import { FileError } from './file-error.ts'
import { namesBeneath, singleName, targetParts, type Anchor } from './locate.ts'

const posix: Anchor = {
  roots: [
    ['srv', 'ws'],
    ['home', 'link'],
  ],
  windows: false,
}
const windows: Anchor = { roots: [['C:', 'Work', 'ws']], windows: true }

function located(path: string, anchor: Anchor): string {
  try {
    return namesBeneath(path, anchor).join('/')
  } catch (error) {
    if (error instanceof FileError) return error.code
    throw error
  }
}

describe('namesBeneath', () => {
  test.each([
    ['a/b', 'a/b'],
    ['./a//b/', 'a/b'],
    ['a/./b/../c', 'a/c'],
    ['a/..', ''],
    ['.', ''],
    ['~', '~'],
    ['...', '...'],
    ['a\\b', 'a\\b'],
    ['C:\\a', 'C:\\a'],
    ['name ', 'name '],
    ['e\u0301', 'e\u0301'],
    ['\u00e9', '\u00e9'],
    ['/srv/ws', ''],
    ['/srv/ws/a', 'a'],
    ['//srv///ws/./a', 'a'],
    ['/srv/ws/../ws/a', 'a'],
    ['/../srv/ws/a', 'a'],
    ['/home/link/a', 'a'],
    ['..', 'FS_OUTSIDE_ROOT'],
    ['a/../..', 'FS_OUTSIDE_ROOT'],
    ['../ws/a', 'FS_OUTSIDE_ROOT'],
    ['/', 'FS_OUTSIDE_ROOT'],
    ['/srv', 'FS_OUTSIDE_ROOT'],
    ['/srv/ws-evil/a', 'FS_OUTSIDE_ROOT'],
    ['/srv/ws/../a', 'FS_OUTSIDE_ROOT'],
    ['/etc/passwd', 'FS_OUTSIDE_ROOT'],
    ['', 'FS_INVALID_PATH'],
    ['a\0', 'FS_INVALID_PATH'],
    ['a\nb', 'FS_INVALID_PATH'],
    ['a\u009bb', 'FS_INVALID_PATH'],
    ['a\ud800', 'FS_INVALID_PATH'],
    ['\udc00/b', 'FS_INVALID_PATH'],
    ['x'.repeat(4096), 'x'.repeat(4096)],
    ['x'.repeat(4097), 'FS_INVALID_PATH'],
    ['\u00e9'.repeat(2049), 'FS_INVALID_PATH'],
  ])('%j is %j', (path, expected) => {
    expect(located(path, posix)).toBe(expected)
  })

  test.each([
    ['a\\b', 'a/b'],
    ['a/b\\..\\c', 'a/c'],
    ['c:\\work\\WS\\a', 'a'],
    ['C:/Work/ws/a', 'a'],
    ['D:\\Work\\ws\\a', 'FS_OUTSIDE_ROOT'],
    ['\\\\server\\share\\a', 'FS_OUTSIDE_ROOT'],
    ['..\\a', 'FS_OUTSIDE_ROOT'],
    ['C:a', 'FS_INVALID_PATH'],
    ['a:stream', 'FS_INVALID_PATH'],
    ['a/C:', 'FS_INVALID_PATH'],
    ['nul', 'FS_INVALID_PATH'],
    ['a\\COM1.txt', 'FS_INVALID_PATH'],
    ['a.', 'FS_INVALID_PATH'],
    ['a /b', 'FS_INVALID_PATH'],
    ['console', 'console'],
  ])('under the rules of Windows %j is %j', (path, expected) => {
    expect(located(path, windows)).toBe(expected)
  })

  test('the error carries the path as it was given and shows it safely', () => {
    const path = `a\u001b[31m${'b'.repeat(300)}`
    expect(() => namesBeneath(path, posix)).toThrow(
      expect.objectContaining({
        path,
        message: expect.stringMatching(/^"a\\u\{1b\}\[31mb{190,200}…" has a control/),
      }),
    )
  })
})

describe('singleName', () => {
  test.each(['', '.', '..', 'a/b', '/', 'a/', 'a\0'])('%j is refused', (name) => {
    expect(() => singleName(name, posix)).toThrow(expect.objectContaining({ code: 'FS_INVALID_PATH' }))
  })

  test('a plain name is given back', () => {
    expect(singleName('a\\b', posix)).toBe('a\\b')
    expect(() => singleName('a\\b', windows)).toThrow(FileError)
  })
})

describe('targetParts', () => {
  test.each([
    ['../a/./b/', { from: 'link', parts: ['..', 'a', 'b'] }],
    ['/srv/ws/a/../b', { from: 'root', parts: ['a', '..', 'b'] }],
    ['/srv/ws', { from: 'root', parts: [] }],
    ['/srv/../srv/ws/a', undefined],
    ['/srv/ws-evil', undefined],
    ['/', undefined],
  ])('%j', (target, expected) => {
    expect(targetParts(target, posix)).toEqual(expected)
  })
})
