import { modeOf, versionOf } from './facts.ts'
import { FileError, fileErrorOf } from './file-error.ts'
import { fileLimits } from './limits.ts'
import type { Found } from './reach.ts'
import { readFound } from './read-file.ts'
import type { Walk } from './walk.ts'

/** A file as it stands before a change. */
export interface FileBefore {
  /** In bytes. */
  readonly size: number
  /** The permission bits. */
  readonly mode: number
  readonly version: string
  /** The file's place from the root with all links resolved, names joined by `/`. */
  readonly location: string
  /**
   * All of its bytes, to be asked for while the change is being decided.
   *
   * @throws FileError `FS_TOO_LARGE` beyond `fileLimits.readBytes`, `FS_STALE_VERSION` where the file is not the
   * one any more that was found.
   */
  read(): Promise<Uint8Array>
}

/** A found file as it is shown to whoever decides, until `end`, which waits for reads that are under way. */
export function beforeOf(
  found: Found,
  location: string,
  { asked, signal }: Walk,
): { readonly before: FileBefore; readonly end: () => Promise<void> } {
  const reads = new Set<Promise<Uint8Array>>()
  let ended = false
  const version = versionOf(found.stats)
  const size = Number(found.stats.size)

  const readAll = async (): Promise<Uint8Array> => {
    if (size > fileLimits.readBytes) throw tooLarge(asked)
    const read = await readFound({ found, location }, asked, signal ? { signal } : {})
    if (read.version !== version || read.bytes.length !== size) throw stale(asked)
    return read.bytes
  }

  const read = (): Promise<Uint8Array> => {
    // Its descriptor is given back by then, and the number may mean another file.
    if (ended) return Promise.reject(new FileError('FS_CLOSED', asked, 'was read after its change had ended'))
    const reading = readAll().catch((error: unknown) => {
      throw fileErrorOf(error, asked)
    })
    reads.add(reading)
    return reading
  }

  const end = async (): Promise<void> => {
    ended = true
    await Promise.allSettled(reads)
  }

  return { before: { size, mode: modeOf(found.stats), version, location, read }, end }
}

/** The error for a file that is not any more what it was when a change of it began. */
export function stale(path: string): FileError {
  return new FileError('FS_STALE_VERSION', path, 'was changed by somebody else meanwhile; read it again', {
    retryable: true,
  })
}

function tooLarge(path: string): FileError {
  return new FileError('FS_TOO_LARGE', path, `is larger than ${fileLimits.readBytes} bytes`)
}
