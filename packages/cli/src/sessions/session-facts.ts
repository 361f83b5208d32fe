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
  const counts = new Map<string, number>()
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
  const own = events.filter(({ agent }) => agent === undefined)
  const last = own.findLast((event) => event.type === 'turn/end')
  const began = own.findLast((event) => event.type === 'turn/start')
  const isRunning = began !== undefined && began.seq > (last?.seq ?? -1)
  return {
    title: own.reduce((title, event) => (title === '' ? firstWords(event) : title), ''),
    turns: own.filter(({ type }) => type === 'turn/start').length,
    totals: last?.data.session,
    ended: isRunning ? undefined : last?.data.reason,
    models: [
      ...new Set(events.flatMap((event) => (event.type === 'step/start' ? [nameOf(event.data.model)] : []))),
    ],
    agents: counts.get('agent/started') ?? 0,
    questions: counts.get('approval/asked') ?? 0,
    resumed: counts.get('session/resumed') ?? 0,
    openCalls: openCalls(events),
    grants: events.flatMap((event) => (event.type === 'permission/granted' ? [event.data] : [])),
    events: Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    lastAt: events.at(-1)?.time ?? header.time,
  }
}

function openCalls(events: readonly SessionEvent[]): number {
  const open = new Set<string>()
  for (const event of events) {
    if (event.type === 'tool/call') open.add(event.data.callId)
    if (event.type === 'tool/result') open.delete(event.data.callId)
  }
  return open.size
}

function nameOf({ provider, id }: ModelName): string {
  return `${provider}/${id}`
}

function firstWords(event: SessionEvent): string {
  if (event.type !== 'user/message') return ''
  const { message } = event.data
  if (message.source?.kind === 'plugin') return ''
  const texts =
    typeof message.content === 'string'
      ? [message.content]
      : message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return /\S.*/.exec(texts.join('\n'))?.[0].slice(0, 200).toWellFormed() ?? ''
}
