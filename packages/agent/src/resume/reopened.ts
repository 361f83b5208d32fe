import type { OpenedSession } from '../contract/session.ts'
import type { AgentRuntime } from '../loop/runtime.ts'
import { History } from './history.ts'
import { mend } from './mend.ts'

/** Brings a session that was opened again into order, and notes that in its log. */
export async function reopened(
  { log, events, torn, header }: OpenedSession,
  runtime: AgentRuntime,
): Promise<History> {
  const history = new History(events)
  const closedCalls = history.openCalls.size
  history.add(log.append('session/resumed', { closedCalls, ...(torn !== undefined && { torn }) }))
  warnOfOrphans(history, header.id, runtime)
  mend(log, history)
  await log.flush()
  return history
}

function warnOfOrphans({ orphans }: History, id: string, runtime: AgentRuntime): void {
  for (const { seq, callId } of orphans) {
    runtime.warn(
      `session ${id}: event ${seq} is a result of call ${callId}, which has no call that is open: it is left out`,
    )
  }
}
