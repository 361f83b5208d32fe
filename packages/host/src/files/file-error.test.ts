import { describe, expect, test } from 'vitest'
import { isHarnessError } from '@millrace/protocol'
import { FileError, fileErrorOf } from './file-error.ts'

const errno = (code: string): Error => Object.assign(new Error(`${code}: at /secret/place`), { code })

describe('fileErrorOf', () => {
  test.each([
    ['ENOENT', 'FS_NOT_FOUND'],
    ['ENOTDIR', 'FS_NOT_DIRECTORY'],
    ['ELOOP', 'FS_TOO_MANY_LINKS'],
    ['EACCES', 'FS_PERMISSION'],
    ['EPERM', 'FS_PERMISSION'],
    ['ENAMETOOLONG', 'FS_INVALID_PATH'],
    ['EISDIR', 'FS_NOT_REGULAR_FILE'],
    ['ENXIO', 'FS_NOT_REGULAR_FILE'],
    ['EEXIST', 'FS_EXISTS'],
    ['ENOSPC', 'FS_NO_SPACE'],
    ['EDQUOT', 'FS_NO_SPACE'],
    ['EFBIG', 'FS_NO_SPACE'],
    ['EROFS', 'FS_READ_ONLY'],
    ['EIO', 'FS_IO'],
  ])('%s is %s, without the place on the machine', (code, expected) => {
    const cause = errno(code)
    const error = fileErrorOf(cause, 'a/b')
    expect(error).toMatchObject({ code: expected, path: 'a/b', cause, name: 'FileError' })
    expect((error as FileError).message).toMatch(/^"a\/b" /)
    expect((error as FileError).message).not.toContain('secret')
    expect(isHarnessError(error)).toBe(true)
    expect((error as FileError).retryable).toBeUndefined()
  })

  test('says what was to be done', () => {
    expect(fileErrorOf(errno('EACCES'), 'a')).toMatchObject({
      message: '"a" may not be read: permission denied',
    })
    expect(fileErrorOf(errno('EACCES'), 'a', 'written')).toMatchObject({
      message: '"a" may not be written: permission denied',
    })
    expect(fileErrorOf(errno('EIO'), 'a', 'written')).toMatchObject({
      message: '"a" could not be written: EIO',
    })
  })

  test('running out of descriptors may be tried again', () => {
    for (const code of ['EMFILE', 'ENFILE']) {
      expect(fileErrorOf(errno(code), 'a')).toMatchObject({ code: 'FS_TOO_MANY_OPEN', retryable: true })
    }
  })

  test.each([
    ['text'],
    [new RangeError('no')],
    [new DOMException('stopped', 'AbortError')],
    [errno('ERR_ODD')],
  ])('what the system did not say stays as it is: %s', (thrown) => {
    expect(fileErrorOf(thrown, 'a')).toBe(thrown)
  })

  test('the root is shown as a dot', () => {
    expect(new FileError('FS_IO', '', 'is odd').message).toBe('"." is odd')
  })
})
