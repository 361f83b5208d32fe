import { FileError } from '../file-error.ts'
import { namesBeneath, type Anchor } from '../locate.ts'

/** How many files are read together. */
export interface TogetherOptions {
  /** Bytes of the largest file to read. */
  readonly maxBytes: number
  /** Ends the reading; the call rejects with the signal's reason. */
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

/** The result, unless the signal is aborted before; whatever makes the result goes on then. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
