import type { ToolRunContext } from '@millrace/tools'
import type { RunJournal, StoredRun } from '../contract/run-store.ts'
import type { Bridge } from './bridge.ts'

/** A program, and what is kept of it. */
export interface OpenRun {
  readonly program: string
  /** Names that it may call. */
  readonly bindings: readonly string[]
  readonly journal?: RunJournal
  /** What an earlier process left of it. */
  readonly stored?: StoredRun
}

/**
 * Begins to keep a run, or finds what an earlier process left of it: that program goes on, with the names that it began with.
 * Without a session or a store nothing is kept.
 * @throws RunStoreError.
 */
export async function openRun(
  { store }: Bridge,
  { agent, callId }: ToolRunContext,
  run: { readonly program: string; readonly bindings: readonly string[] },
): Promise<OpenRun> {
  const sessionId = agent?.events?.sessionId
  if (store === undefined || sessionId === undefined) return run
  const key = { sessionId, callId }
  const left = await store.resume(key)
  if (left === undefined) return { ...run, journal: await store.begin(key, run) }
  const { program, bindings } = left.run
  return { program, bindings, journal: left.journal, stored: left.run }
}
