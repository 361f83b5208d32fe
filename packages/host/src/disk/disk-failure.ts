import { DiskError, type DiskErrorCode } from './disk-error.ts'

const problems: Readonly<Record<string, readonly [DiskErrorCode, string]>> = {
  ENOENT: ['DISK_NOT_FOUND', 'does not exist'],
  ENOTDIR: ['DISK_UNSAFE', 'leads through something that is not a folder; name a folder for nothing else'],
  EEXIST: ['DISK_EXISTS', 'exists already'],
  ENOTEMPTY: ['DISK_EXISTS', 'exists already and is not empty'],
  ELOOP: ['DISK_UNSAFE', 'is a link, and links are not followed; put a regular file in its place'],
  EMLINK: ['DISK_UNSAFE', 'is a link, and links are not followed; put a regular file in its place'],
  EISDIR: ['DISK_UNSAFE', 'is a folder, not a regular file; move it away'],
  ENXIO: ['DISK_UNSAFE', 'is a pipe, a socket or a device, not a regular file; move it away'],
  ENOSPC: ['DISK_FULL', 'could not be DONE: no space is left on the device; make room'],
  EDQUOT: ['DISK_FULL', 'could not be DONE: the quota of disk space is used up; make room'],
  EFBIG: ['DISK_FULL', 'could not be DONE: it would be larger than a file may be here'],
  EACCES: ['DISK_FAILED', 'may not be DONE: permission denied; give this user the right to it'],
  EPERM: ['DISK_FAILED', 'may not be DONE: the operation is not permitted; give this user the right to it'],
  EROFS: ['DISK_FAILED', 'could not be DONE: the file system is read-only; name a folder elsewhere'],
  EMFILE: ['DISK_FAILED', 'could not be DONE: too many files are open; close some and try again'],
  ENFILE: ['DISK_FAILED', 'could not be DONE: too many files are open; close some and try again'],
  EIO: ['DISK_FAILED', 'could not be DONE: the device reports an error (EIO); check the disk'],
}

/**
 * The system's error as a `DiskError` about a path; any other thrown thing stays what it is.
 *
 * @param done - what was to be done to it, as a participle.
 */
export function diskFailure(error: unknown, path: string, done: string): unknown {
  if (!(error instanceof Error) || error instanceof DiskError) return error
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return error
  const [kind, problem] = problems[code] ?? ['DISK_FAILED', `could not be DONE: ${code}`]
  return new DiskError(kind, path, problem.replace('DONE', done), { cause: error })
}

/** What an operation of the system gives; what it throws becomes a `DiskError`. */
export async function onDisk<T>(path: string, done: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw diskFailure(error, path, done)
  }
}
