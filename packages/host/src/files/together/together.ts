import type { DirectoryEntry, FileKind } from '../facts.ts'
import { FileError } from '../file-error.ts'
import { byPath } from '../list-entries.ts'
import { namesBeneath, type Anchor } from '../locate.ts'
import type { Listing } from './protocol.ts'

/** How files are read, or folders listed, together. */
export interface TogetherOptions {
  /** Bytes of the largest file to read, or entries of the largest folder to list. */
  readonly most: number
  /** Ends the work; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A path by its names alone, joined by `/`; undefined for one that is refused for its spelling, or is the root. */
export function spelledNames(path: string, anchor: Anchor): string | undefined {
  try {
    const names = namesBeneath(path, anchor)
    return names.length === 0 ? undefined : names.join('/')
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

/** The result, unless the signal is aborted before; whatever makes the result goes on then, and is told. */
export function unlessAborted<T>(
  result: Promise<T>,
  signal: AbortSignal | undefined,
  aborted: () => void,
): Promise<T> {
  if (signal === undefined) return result
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error)
      aborted()
    }
    signal.addEventListener('abort', abort, { once: true })
    const end = (): void => signal.removeEventListener('abort', abort)
    result.then(resolve, reject).finally(end)
  })
}

const kinds: Readonly<Record<string, FileKind>> = { f: 'file', d: 'directory', l: 'symlink', o: 'other' }

/** What a folder holds, in the order of the paths. */
export function entriesOf(listing: Listing): DirectoryEntry[] {
  if (listing.kinds === '') return []
  const entries = listing.names.split('/').map((name, index): DirectoryEntry => {
    const letter = listing.kinds.charAt(index)
    const kind = kinds[letter.toLowerCase()] ?? 'other'
    return kinds[letter] === undefined ? { name, kind: 'other', unspellable: kind } : { name, kind }
  })
  return entries.sort(byPath)
}
