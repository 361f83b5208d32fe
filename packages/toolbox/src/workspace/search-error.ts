import { HarnessError } from '@millrace/schema'

/** A search that could not be made as it was asked for. */
export class SearchError extends HarnessError {}

/** The error for a pattern that cannot be used; `reason` completes the sentence. */
export function invalidPattern(pattern: string, reason: string): SearchError {
  const shown = pattern.length > 200 ? `${[...pattern.slice(0, 400)].slice(0, 200).join('')}…` : pattern
  return new SearchError('SEARCH_INVALID_PATTERN', `the pattern ${JSON.stringify(shown)} is not valid: ${reason}`)
}
