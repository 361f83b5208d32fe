import type { OpenedSession } from '../contract/session.ts'
import { AgentError } from '../loop/agent-error.ts'
import type { AgentRuntime } from '../loop/runtime.ts'
import { History } from './history.ts'
import { interruptionIn, type Interruption } from './interrupted.ts'
import { mend } from './mend.ts'

/** Where a session stands that was opened again. */
export interface Reopened {
  readonly history: History
  /** What can go on. */
  readonly interruption: Interruption | undefined
}

/**
 * Brings a session that was opened again into order, and notes that in its log.
 * @throws AgentError `NOTHING_INTERRUPTED` where only what can go on is wanted, and nothing can: nothing is written then.
 */
export async function reopened(
  { log, events, torn, header }: OpenedSession,
  runtime: AgentRuntime,
  onlyInterrupted = false,
): Promise<Reopened> {
  const history = new History(events)
  const found = await interruptionIn(history, header.id, runtime.tools)
  if (found === undefined && onlyInterrupted)
    throw new AgentError(
      'NOTHING_INTERRUPTED',
      `nothing of session ${header.id} was cut off that can go on; send it a message instead`,
    )
  const kept = found === undefined ? 0 : 1 + found.later.length
  const closedCalls = history.openCalls.size - kept
  history.add(log.append('session/resumed', { closedCalls, ...(torn !== undefined && { torn }) }))
  warnOfOrphans(history, header.id, runtime)
  mend(log, history, found)
  await log.flush()
  const turn = found && history.openTurns.get(undefined)
  return { history, interruption: turn && { ...found, turn } }
}

function warnOfOrphans({ orphans }: History, id: string, runtime: AgentRuntime): void {
  for (const { seq, callId } of orphans) {
    runtime.warn(
      `session ${id}: event ${seq} is a result of call ${callId}, which has no call that is open: it is left out`,
    )
  }
}
