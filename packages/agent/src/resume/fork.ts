import { messageOf, type SessionEvent, type SessionEventMap, type SessionHeader } from '@millrace/protocol'
import type { Flushing, ReadSession, SessionLog, SessionStore } from '../contract/session.ts'
import { AgentError } from '../loop/agent-error.ts'
import { History } from './history.ts'
import { mend } from './mend.ts'

/** The part of a session that a fork takes over: up to the end of a turn. @throws AgentError `FORK_POINT`. */
export function forkedPart({ header, events }: ReadSession, through?: number): readonly SessionEvent[] {
  const isEnd = (event: SessionEvent): boolean => event.type === 'turn/end' && event.agent === undefined
  const at =
    through === undefined ? events.findLastIndex(isEnd) : events.findIndex(({ seq }) => seq === through)
  const last = events[at]
  if (last !== undefined && isEnd(last)) return events.slice(0, at + 1)
  const ends = events.filter(isEnd).map(({ seq }) => seq)
  const known = ends.length === 0 ? 'no turn of it has ended' : `turns end at ${ends.slice(-10).join(', ')}`
  const asked =
    through === undefined ? 'there is nothing to begin from' : `event ${through} does not end a turn`
  throw new AgentError('FORK_POINT', `session ${header.id} cannot be forked: ${asked}; ${known}`)
}

/** For whom the agent of a session acted last. */
export function lastPrincipal({ principal }: SessionHeader, events: readonly SessionEvent[]): string {
  const begun = events.findLast(({ type, agent }) => type === 'turn/start' && agent === undefined)
  return begun?.type === 'turn/start' ? begun.data.principal : principal
}

/** What a fork writes in its header beside what it takes from the original. */
export type ForkHeader = Pick<SessionHeader, 'id' | 'cwd' | 'principal' | 'versions' | 'tools'>

/** A new session with the past of another one. Where that cannot be written, it is removed again. */
export async function writeFork(
  store: SessionStore,
  header: ForkHeader,
  part: { readonly session: string; readonly events: readonly SessionEvent[] },
  options: { flushing?: Flushing },
): Promise<{ log: SessionLog; history: History }> {
  const { events, session } = part
  const seq = events.at(-1)?.seq ?? 0
  const log = await store.create({ ...header, forkOf: { session, seq } }, options)
  try {
    const history = copyEvents(log, events)
    mend(log, history)
    await log.flush()
    return { log, history }
  } catch (error) {
    await discard(store, log, error)
    throw error
  }
}

function copyEvents(log: SessionLog, events: readonly SessionEvent[]): History {
  const history = new History([])
  // Numbers may differ: what the reader did not know was left out.
  const numbers = new Map<number, number>()
  for (const event of events) {
    const { seq, type, agent, ignorable } = event
    const options = { ...(agent !== undefined && { agent }), ...(ignorable !== undefined && { ignorable }) }
    const copy = log.append(type, renumbered(event, numbers), options)
    numbers.set(seq, copy.seq)
    history.add(copy)
  }
  return history
}

function renumbered(
  event: SessionEvent,
  numbers: ReadonlyMap<number, number>,
): SessionEventMap[typeof event.type] {
  const numberOf = (seq: number): number => numbers.get(seq) ?? seq
  if (event.type === 'tool/result') return { ...event.data, callSeq: numberOf(event.data.callSeq) }
  if (event.type === 'context/summarised') {
    return { ...event.data, keptFrom: numberOf(event.data.keptFrom) }
  }
  return event.data
}

async function discard(store: SessionStore, log: SessionLog, cause: unknown): Promise<void> {
  try {
    await log.close().catch(() => undefined)
    await store.remove(log.header.id)
  } catch (error) {
    const problem = `${messageOf(cause)}; the unfinished fork ${log.header.id} could not be removed: ${messageOf(error)}`
    throw new AgentError('FORK_POINT', problem, { cause })
  }
}
