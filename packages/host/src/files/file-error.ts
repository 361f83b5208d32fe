import { HarnessError, shown } from '@millrace/protocol'

/** Why a file could not be reached or changed. */
export type FileErrorCode =
  | 'FS_OUTSIDE_ROOT'
  | 'FS_ROOT_GONE'
  | 'FS_INVALID_PATH'
  | 'FS_NOT_FOUND'
  | 'FS_NOT_REGULAR_FILE'
  | 'FS_NOT_DIRECTORY'
  | 'FS_PERMISSION'
  | 'FS_TOO_MANY_LINKS'
  | 'FS_CLOSED'
  | 'FS_TOO_MANY_OPEN'
  | 'FS_STALE_VERSION'
  | 'FS_EXISTS'
  | 'FS_NO_SPACE'
  | 'FS_READ_ONLY'
  | 'FS_TOO_LARGE'
  | 'FS_IO'

/** A file or directory that could not be reached, with the path as it was asked for. */
export class FileError extends HarnessError {
  declare readonly code: FileErrorCode
  /** As the caller spelled it; show it through `escapeVisible` alone. */
  readonly path: string

  /**
   * @param code - the stable identifier.
   * @param path - as the caller spelled it.
   * @param problem - completes the sentence that begins with the quoted path.
   * @param options - the cause, and whether trying again may help.
   */
  constructor(
    code: FileErrorCode,
    path: string,
    problem: string,
    options: ErrorOptions & { readonly retryable?: true } = {},
  ) {
    super(code, `"${path === '' ? '.' : shown(path)}" ${problem}`, options)
    this.path = path
  }
}

// `DONE` stands for what was to be done.
const problems: Readonly<Record<string, readonly [FileErrorCode, string]>> = {
  ENOENT: ['FS_NOT_FOUND', 'does not exist'],
  ENOTDIR: ['FS_NOT_DIRECTORY', 'is not a directory, or leads through something that is not one'],
  ELOOP: ['FS_TOO_MANY_LINKS', 'leads through too many symbolic links'],
  EACCES: ['FS_PERMISSION', 'may not be DONE: permission denied'],
  EPERM: ['FS_PERMISSION', 'may not be DONE: the operation is not permitted'],
  ENAMETOOLONG: ['FS_INVALID_PATH', 'has a name that is too long for the file system'],
  EILSEQ: ['FS_INVALID_PATH', 'has a name that the file system cannot hold'],
  EISDIR: ['FS_NOT_REGULAR_FILE', 'is a directory, not a file'],
  EMFILE: ['FS_TOO_MANY_OPEN', 'could not be opened, as too many files are open; try again'],
  ENFILE: ['FS_TOO_MANY_OPEN', 'could not be opened, as too many files are open; try again'],
  EEXIST: ['FS_EXISTS', 'exists already'],
  ENOSPC: ['FS_NO_SPACE', 'could not be written: no space is left on the device'],
  EDQUOT: ['FS_NO_SPACE', 'could not be written: the quota of disk space is used up'],
  EFBIG: ['FS_NO_SPACE', 'could not be written: it would be larger than a file may be here'],
  EROFS: ['FS_READ_ONLY', 'could not be written: the file system is read-only'],
  ENXIO: ['FS_NOT_REGULAR_FILE', 'is not a regular file'],
}

const passing = new Set(['EAGAIN', 'EBUSY', 'EINTR', 'EMFILE', 'ENFILE', 'ESTALE'])

/** Found while a path was being followed, where the path that was asked for is not known. */
export class Strayed extends Error {
  readonly how: 'outside' | 'replaced'

  constructor(how: 'outside' | 'replaced') {
    super(how)
    this.how = how
  }
}

/** The error for a path that leads out of its root. */
export function outside(path: string): FileError {
  return new FileError('FS_OUTSIDE_ROOT', path, 'leads outside the root folder; give a path inside it')
}

/**
 * The system's error as a `FileError` about `path`, and about what was to be done with it; any other thrown thing
 * stays what it is.
 */
export function fileErrorOf(error: unknown, path: string, done: 'read' | 'written' = 'read'): unknown {
  if (!(error instanceof Error) || error instanceof FileError) return error
  if (error instanceof Strayed) {
    return error.how === 'outside'
      ? outside(path)
      : new FileError('FS_IO', path, 'was replaced while it was being opened', { retryable: true })
  }
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return error
  const [kind, problem] = problems[code] ?? ['FS_IO', `could not be DONE: ${code}`]
  const retryable = passing.has(code) ? { retryable: true as const } : {}
  return new FileError(kind, path, problem.replace('DONE', done), { cause: error, ...retryable })
}

/** Whether a thrown value is the system's error of one of these kinds. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return code !== undefined && codes.includes(code)
}
