import type { Grant, SessionEvent, SessionHeader, Totals, TurnEndReason, ModelName } from '@millrace/protocol'

/** What the events of a session come to. */
export interface SessionFacts {
  readonly title: string
  readonly turns: number
  readonly totals: Totals | undefined
  /** How the last turn ended; absent where one is under way or was cut off. */
  readonly ended: TurnEndReason | undefined
  readonly models: readonly string[]
  readonly agents: number
  readonly questions: number
  readonly resumed: number
  /** Calls that were asked for and have no result. */
  readonly openCalls: number
  /** Standing permissions that were given; history only. */
  readonly grants: readonly Grant[]
  /** Events by their type. */
  readonly events: Readonly<Record<string, number>>
  readonly lastAt: number
}

/** Looks through the events of a session. */
export function sessionFacts(header: SessionHeader, events: readonly SessionEvent[]): SessionFacts {
  const models = new Set<string>()
  const counts = new Map<string, number>()
  const open = new Set<string>()
  let [title, turns, isRunning] = ['', 0, false]
  let last: SessionEvent<'turn/end'>['data'] | undefined
  for (const event of events) {
    counts.set(event.type, (counts.get(event.type) ?? 0) + 1)
    if (event.type === 'step/start') models.add(nameOf(event.data.model))
    if (event.type === 'tool/call') open.add(event.data.callId)
    if (event.type === 'tool/result') open.delete(event.data.callId)
    if (event.agent !== undefined) continue
    if (event.type === 'turn/start') [turns, isRunning] = [turns + 1, true]
    if (event.type === 'turn/end') [last, isRunning] = [event.data, false]
    if (event.type === 'user/message' && title === '') title = firstWords(event)
  }
  return {
    title,
    turns,
    totals: last?.session,
    ended: isRunning ? undefined : last?.reason,
    models: [...models],
    agents: counts.get('agent/started') ?? 0,
    questions: counts.get('approval/asked') ?? 0,
    resumed: counts.get('session/resumed') ?? 0,
    openCalls: open.size,
    grants: events.flatMap((event) => (event.type === 'permission/granted' ? [event.data] : [])),
    events: Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    lastAt: events.at(-1)?.time ?? header.time,
  }
}

function nameOf({ provider, id }: ModelName): string {
  return `${provider}/${id}`
}

function firstWords({ data: { message } }: SessionEvent<'user/message'>): string {
  if (message.source?.kind === 'plugin') return ''
  const texts =
    typeof message.content === 'string'
      ? [message.content]
      : message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return /\S.*/.exec(texts.join('\n'))?.[0].slice(0, 200).toWellFormed() ?? ''
}
