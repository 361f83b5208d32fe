import { escapeVisible, HarnessError } from '@millrace/protocol'

/**
 * What can go wrong with a private folder: nothing there, something there already, the lock held by a process that still
 * lives, files of others or open to them, no room left, or anything else that the operating system refused.
 */
export type DiskErrorCode =
  | 'DISK_NOT_FOUND'
  | 'DISK_EXISTS'
  | 'DISK_LOCKED'
  | 'DISK_UNSAFE'
  | 'DISK_FULL'
  | 'DISK_FAILED'

/** A failure of a private folder or of a file in it. */
export class DiskError extends HarnessError {
  declare readonly code: DiskErrorCode
  /** The file or folder, absolute. */
  readonly path: string

  /**
   * @param code - the stable identifier.
   * @param path - the file or folder.
   * @param problem - completes the sentence that begins with the quoted path.
   */
  constructor(code: DiskErrorCode, path: string, problem: string, options: ErrorOptions = {}) {
    super(code, `"${escapeVisible(path)}" ${problem}`, options)
    this.path = path
  }
}

/** Whether an error is that of a disk, and of this kind. */
export function isDiskError(error: unknown, code: DiskErrorCode): error is DiskError {
  return error instanceof DiskError && error.code === code
}
