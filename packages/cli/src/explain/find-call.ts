import { meant } from '../meant.ts'
import { UsageError } from '../usage-error.ts'
import type { RecordedCall } from './recorded-call.ts'

const mostListed = 10

/**
 * The call of an id, of the first characters of one, or of a place in the session, from 1.
 * @param session - its id as people are shown it.
 * @throws UsageError where there is none, or more than one.
 */
export function findCall(wanted: string, calls: readonly RecordedCall[], session: string): RecordedCall {
  if (calls.length === 0) throw new UsageError(`session ${session} has no calls`)
  const exact = calls.find(({ callId }) => callId === wanted)
  if (exact !== undefined) return exact
  const numbered = /^[1-9]\d{0,8}$/.test(wanted) ? calls[Number(wanted) - 1] : undefined
  if (numbered !== undefined) return numbered
  const matching = wanted === '' ? [] : calls.filter(({ callId }) => callId.startsWith(wanted))
  const [found] = matching
  if (found !== undefined && matching.length === 1) return found
  if (found !== undefined)
    throw new UsageError(`${matching.length} calls of session ${session} begin with "${wanted}"`, [
      `give more of the id, or the number of the call: ${listed(matching)}`,
    ])
  const near = meant(
    wanted,
    calls.map(({ callId }) => callId),
  )
  const last = calls.slice(-mostListed)
  throw new UsageError(`session ${session} has no call "${wanted}"`, [
    ...near,
    `its ${calls.length > mostListed ? 'last calls' : 'calls'}: ${listed(last)}`,
  ])
}

/** `3 read, 4 bash`. */
function listed(calls: readonly RecordedCall[]): string {
  const more = calls.length > mostListed ? `, and ${calls.length - mostListed} more` : ''
  return (
    calls
      .slice(0, mostListed)
      .map(({ number, tool, callId }) => `${number} (${tool}, ${callId})`)
      .join(', ') + more
  )
}
