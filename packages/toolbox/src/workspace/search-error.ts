import { HarnessError } from '@millrace/schema'
import { cutEnd } from '../text/cut.ts'

/** A search that could not be made as it was asked for. */
export class SearchError extends HarnessError {}

/** The error for a pattern that cannot be used; `reason` completes the sentence. */
export function invalidPattern(pattern: string, reason: string): SearchError {
  const start = cutEnd(pattern, 200)
  const shown = start.length < pattern.length ? `${start}…` : pattern
  return new SearchError(
    'SEARCH_INVALID_PATTERN',
    `the pattern ${JSON.stringify(shown)} is not valid: ${reason}`,
  )
}
