import { isHarnessError } from '@millrace/schema'

/** Something that could not be read, and the code of the reason. */
export interface Unreadable {
  path: string
  code: string
}

/** How many unreadable paths are named; all are counted. */
const namedUnreadable = 5

/**
 * Counts what a walk leaves out although the pattern could have matched it. A folder counts once, with all that
 * it holds.
 */
export class SkipTally {
  /** By a `.gitignore`, `.ignore` or `.git/info/exclude`. */
  ignored = 0
  /** Names with a leading dot that the pattern does not ask for. */
  hidden = 0
  /** Links that are not followed, pipes, sockets, devices, and names that are not UTF-8. */
  special = 0
  /** Files and folders that could not be read. */
  unreadable = 0
  /** The first few of these, in the order of the walk. */
  readonly named: Unreadable[] = []

  /** Notes that a path could not be read; an entry that vanished meanwhile is not there and counts nowhere. */
  failed(path: string, error: unknown): void {
    const code = isHarnessError(error) ? error.code : 'FS_IO'
    if (code === 'FS_NOT_FOUND') return
    this.unreadable += 1
    if (this.named.length < namedUnreadable) this.named.push({ path, code })
  }
}
