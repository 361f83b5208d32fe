import { closeSync, read } from 'node:fs'
import { promisify } from 'node:util'
import { kindOf, mtimeOf, versionOf } from './facts.ts'
import { FileError } from './file-error.ts'
import { fileLimits } from './limits.ts'
import { openStats } from './open-stats.ts'
import type { Found } from './reach.ts'
import type { Reached } from './walk.ts'

/** Which bytes of a file to read. */
export interface ReadOptions {
  /** Bytes to skip. 0 unless given. */
  readonly offset?: number
  /** How many bytes at most. `fileLimits.readBytes` unless given, and never more. */
  readonly maxBytes?: number
  /** Ends the reading; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Bytes of a file, and what was known of it before the first of them. */
export interface FileRead {
  readonly bytes: Uint8Array
  /** Of the whole file, in bytes. */
  readonly size: number
  /** When the content last changed, in milliseconds since 1970. */
  readonly mtimeMs: number
  /** Another text whenever the content, the permissions or the file itself is another; only good for comparing. */
  readonly version: string
  /** The file's place from the root with all links resolved, names joined by `/`: one for all spellings. */
  readonly location: string
}

const readInto = promisify(read)

const chunkBytes = 1024 * 1024

/**
 * Reads a window of a found entry. Of a file that grows meanwhile the window ends where the file ended before;
 * of one that shrinks it ends early.
 *
 * @throws FileError `FS_NOT_REGULAR_FILE` for a directory, link, pipe, socket or device, before it is opened.
 */
export async function readFound(
  { found, location }: Reached,
  path: string,
  options: ReadOptions,
): Promise<FileRead> {
  const offset = wholeNumber(options.offset ?? 0, 'offset')
  const wanted = Math.min(
    wholeNumber(options.maxBytes ?? fileLimits.readBytes, 'maxBytes'),
    fileLimits.readBytes,
  )
  if (!found.stats.isFile()) throw notRegular(found, path)
  const fd = await found.openFile()
  try {
    const stats = await openStats(fd)
    const size = Number(stats.size)
    const length = Math.max(0, Math.min(wanted, size - offset))
    const bytes = await readWindow(fd, offset, length, options.signal)
    return { bytes, size, mtimeMs: mtimeOf(stats), version: versionOf(stats), location }
  } finally {
    closeSync(fd)
  }
}

/** Bytes of an open file, from `offset` on; fewer where it ends before. */
export async function readWindow(
  fd: number,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    signal?.throwIfAborted()
    const size = Math.min(chunkBytes, length - filled)
    const { bytesRead } = await readInto(fd, bytes, filled, size, offset + filled)
    if (bytesRead === 0) return bytes.slice(0, filled)
    filled += bytesRead
  }
  signal?.throwIfAborted()
  return bytes
}

/** The error for an entry that has no bytes of its own. */
export function notRegular(found: Found, path: string): FileError {
  const kind = kindOf(found.stats)
  const problem =
    kind === 'directory'
      ? 'is a directory, not a file'
      : kind === 'symlink'
        ? 'is a symbolic link, which is not followed here'
        : 'is a pipe, socket or device, not a regular file'
  return new FileError('FS_NOT_REGULAR_FILE', path, problem)
}

function wholeNumber(value: number, name: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`${name} must be a whole number of bytes, zero or more, and not ${value}`)
}
