import type { CallId } from '@millrace/protocol'
import type { Entry } from './conversation.ts'

type Result = Extract<Entry, { kind: 'result' }>

/** An answer with calls whose results are being collected. */
interface OpenBatch {
  readonly calls: ReadonlyMap<CallId, string>
  readonly results: Map<CallId, Result>
  /** What was said meanwhile: it follows the results. */
  readonly later: Entry[]
}

/**
 * Entries in the order of requests: results right after the message that asked for them and in the order of its calls,
 * whatever was said in between after them. A result that nobody asked for, and a second one, is left out.
 */
export function arranged(logged: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  let batch: OpenBatch | undefined
  for (const entry of logged) {
    if (entry.kind === 'result') {
      const tool = batch?.calls.get(entry.callId)
      if (batch === undefined || tool === undefined || batch.results.has(entry.callId)) continue
      batch.results.set(entry.callId, tool === entry.tool ? entry : { ...entry, tool })
      if (batch.results.size === batch.calls.size) batch = closed(batch, entries)
    } else if (entry.kind === 'user') (batch?.later ?? entries).push(entry)
    else {
      if (batch !== undefined) closed(batch, entries)
      entries.push(entry)
      batch = opened(entry)
    }
  }
  if (batch !== undefined) closed(batch, entries)
  return entries
}

function opened({ message }: Extract<Entry, { kind: 'assistant' }>): OpenBatch | undefined {
  const { toolCalls = [] } = message
  if (toolCalls.length === 0) return undefined
  return { calls: new Map(toolCalls.map(({ id, name }) => [id, name])), results: new Map(), later: [] }
}

function closed({ calls, results, later }: OpenBatch, entries: Entry[]): undefined {
  for (const callId of calls.keys()) {
    const result = results.get(callId)
    if (result !== undefined) entries.push(result)
  }
  for (const entry of later) entries.push(entry)
  return undefined
}
