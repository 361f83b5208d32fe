import { createHash } from 'node:crypto'
import { printJson } from '@millrace/schema'
import type { RunKey } from '../contract/run-store.ts'

/** The name of a run's files: safe wherever it came from, and one for each key. */
export function runName({ sessionId, callId }: RunKey): string {
  return createHash('sha256')
    .update(printJson([sessionId, callId]))
    .digest('hex')
}

/** How messages name a run. */
export function titleOf({ sessionId, callId }: RunKey): string {
  return `the run of call ${printJson(callId)} in session ${printJson(sessionId)}`
}
