import type { CallId } from '@millrace/protocol'

/** The id of a program's call, by the id of its `run_code` call and its number. */
export function subCallId(run: CallId, id: number): CallId {
  return `${run}:code:${id}`
}

/** Whether a call was made by the program of a `run_code` call. */
export function isSubCallOf(run: CallId, callId: CallId): boolean {
  return callId.startsWith(`${run}:code:`)
}
