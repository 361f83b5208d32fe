import type { WebSource } from '@millrace/protocol'

/** How a search is bounded. */
export interface SearchOptions {
  /** Sources that are wanted at most. */
  readonly maxResults: number
  readonly signal: AbortSignal
}

/** What a search engine found. */
export interface SearchAnswer {
  readonly sources: readonly WebSource[]
  /** A direct answer, where the engine gives one. */
  readonly answer?: string
  /** Whether the engine knows of more sources than it was asked for. */
  readonly truncated: boolean
}

/** A search engine. */
export interface SearchProvider {
  /** Where queries go, each as `host:port`, for the policies that decide about a call. */
  readonly hosts: readonly string[]
  /** @throws HarnessError where the engine cannot be reached, refuses, or answers with something else. */
  search(query: string, options: SearchOptions): Promise<SearchAnswer>
}
