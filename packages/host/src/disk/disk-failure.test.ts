import { describe, expect, test } from 'vitest'
import { DiskError } from './disk-error.ts'
import { diskFailure } from './disk-failure.ts'

const errno = (code: string): Error => Object.assign(new Error(code), { code })

describe('diskFailure', () => {
  test.each([
    ['ENOENT', 'DISK_NOT_FOUND', '"/a" does not exist'],
    ['EEXIST', 'DISK_EXISTS', '"/a" exists already'],
    ['ELOOP', 'DISK_UNSAFE', '"/a" is a link, and links are not followed; put a regular file in its place'],
    ['ENOSPC', 'DISK_FULL', '"/a" could not be written: no space is left on the device; make room'],
    ['EIO', 'DISK_FAILED', '"/a" could not be written: the device reports an error (EIO); check the disk'],
    ['EWEIRD', 'DISK_FAILED', '"/a" could not be written: EWEIRD'],
  ])('says of %s that it is %s', (code, kind, message) => {
    const cause = errno(code)
    expect(diskFailure(cause, '/a', 'written')).toMatchObject({ code: kind, message, path: '/a', cause })
  })

  test('leaves alone what the system did not say', () => {
    const others = [
      new TypeError('a mistake'),
      errno('ERR_OUT_OF_RANGE'),
      'a text',
      new DiskError('DISK_FULL', '/b', 'is full'),
    ]
    expect(others.map((other) => diskFailure(other, '/a', 'written'))).toEqual(others)
  })
})
