import type { Pace } from '../workspace/pace.ts'
import { SearchError } from '../workspace/search-error.ts'
import type { SkipTally } from '../workspace/skipped.ts'
import type { FileMatches } from './file-matches.ts'
import type { GrepResult } from './result.ts'
import { WorkerEnded } from './search-worker.ts'

/** What came of the search of one file. */
export type Outcome = FileMatches | 'binary' | 'tooLarge' | { readonly error: unknown }

/** The outcome as a value, so that a failed file waits for its turn like any other. */
export function settled(outcome: Promise<Outcome>): Promise<Outcome> {
  return outcome.catch((error: unknown) => ({ error }))
}

/** Whether the search of a file failed. */
export function isFailure(outcome: Outcome): outcome is { readonly error: unknown } {
  return typeof outcome === 'object' && 'error' in outcome
}

/** The error for a worker that ended by itself. */
export function workerFailure({ message }: WorkerEnded): SearchError {
  return new SearchError('SEARCH_FAILED', `${message}; try a simpler pattern`)
}

/** Where outcomes are gathered. */
export interface Gathered {
  readonly result: GrepResult
  readonly tally: SkipTally
  readonly pace: Pace
  readonly signal: AbortSignal
}

/** Takes an outcome over. Throws where the whole search has failed, or was aborted. */
export function gather({ result, tally, pace, signal }: Gathered, path: string, outcome: Outcome): void {
  if (!isFailure(outcome)) {
    result.add(path, outcome)
    return
  }
  signal.throwIfAborted()
  if (!(outcome.error instanceof WorkerEnded)) tally.failed(path, outcome.error)
  else if (!pace.endedEarly) throw workerFailure(outcome.error)
}
