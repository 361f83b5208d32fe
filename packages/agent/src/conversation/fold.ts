import type { CallId, SessionEvent, ToolSchema } from '@millrace/protocol'
import { arranged } from './arranged.ts'
import type { Conversation, Entry } from './conversation.ts'
import { EntryLog } from './entry-log.ts'

/** What a conversation is made of. */
interface Parts {
  readonly system: string
  readonly tools: readonly ToolSchema[]
  readonly loaded: ReadonlySet<string>
  readonly summary: string | undefined
  readonly pruned: ReadonlyMap<CallId, string>
  readonly logged: EntryLog
}

/** A conversation whose entries are put in order when they are asked for. */
class FoldedConversation implements Conversation {
  readonly parts: Parts
  declare readonly summary?: string
  #entries: readonly Entry[] | undefined

  constructor(parts: Parts) {
    this.parts = parts
    if (parts.summary !== undefined) this.summary = parts.summary
  }

  get system(): string {
    return this.parts.system
  }

  get tools(): readonly ToolSchema[] {
    return this.parts.tools
  }

  get loaded(): ReadonlySet<string> {
    return this.parts.loaded
  }

  get entries(): readonly Entry[] {
    return (this.#entries ??= entriesOf(this.parts))
  }
}

function entriesOf({ logged, pruned }: Parts): readonly Entry[] {
  return arranged(logged).map((entry) => {
    const text = entry.kind === 'result' ? pruned.get(entry.callId) : undefined
    return text === undefined ? entry : ({ ...entry, pruned: text } as Entry)
  })
}

const emptyParts: Parts = {
  system: '',
  tools: [],
  loaded: new Set(),
  summary: undefined,
  pruned: new Map(),
  logged: new EntryLog(),
}

/** A conversation in which nothing was said. */
export const emptyConversation: Conversation = new FoldedConversation(emptyParts)

/** The same, of an agent that begins with tools that another one has searched for. */
export function emptyConversationWith(loaded: ReadonlySet<string>): Conversation {
  return loaded.size === 0 ? emptyConversation : new FoldedConversation({ ...emptyParts, loaded })
}

/**
 * A conversation after one more event of its session. Pure: the same events give the same conversation.
 * @param agentId - the sub-agent whose conversation it is; the session's own agent unless given.
 */
export function foldConversation(
  conversation: Conversation,
  event: SessionEvent,
  agentId?: string,
): Conversation {
  if (event.agent !== agentId) return conversation
  const { parts } = conversation instanceof FoldedConversation ? conversation : foreign(conversation)
  const change = changeBy(parts, event)
  return change === undefined ? conversation : new FoldedConversation({ ...parts, ...change })
}

function changeBy(parts: Parts, event: SessionEvent): Partial<Parts> | undefined {
  if (event.type === 'prompt/assembled') return { system: event.data.system, tools: event.data.tools }
  if (isSaid(event)) return { logged: parts.logged.added(entryOf(event)) }
  if (event.type === 'context/pruned') {
    const texts = event.data.results.map(({ callId, text }) => [callId, text] as const)
    return { pruned: new Map([...parts.pruned, ...texts]) }
  }
  if (event.type === 'tools/loaded') return { loaded: loadedBy(parts.loaded, event.data.names) }
  if (event.type !== 'context/summarised') return undefined
  return summarisedBy(parts, event.data)
}

/** Found again, a tool counts as found last. */
function loadedBy(loaded: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names)
  return new Set([...Array.from(loaded).filter((name) => !found.has(name)), ...found])
}

/** What was summed up is never asked for again, so that a session without an end needs no memory without one. */
function summarisedBy(
  { logged, pruned }: Parts,
  { keptFrom, summary }: SessionEvent<'context/summarised'>['data'],
): Partial<Parts> {
  const kept = logged.from(keptFrom)
  const results = new Set(Array.from(kept, (entry) => (entry.kind === 'result' ? entry.callId : undefined)))
  return { summary, logged: kept, pruned: new Map(Array.from(pruned).filter(([id]) => results.has(id))) }
}

/** An event that becomes an entry. */
type Said = SessionEvent<'user/message' | 'assistant/message' | 'tool/result'>

function isSaid(event: SessionEvent): event is Said {
  return event.type === 'user/message' || event.type === 'assistant/message' || event.type === 'tool/result'
}

function entryOf(event: Said): Entry {
  const { seq } = event
  const { turn } = event.data
  switch (event.type) {
    case 'user/message':
      return { kind: 'user', seq, turn, message: event.data.message }
    case 'assistant/message':
      return { kind: 'assistant', seq, turn, message: event.data.message }
    case 'tool/result': {
      const { callId, content, isError } = event.data
      return { kind: 'result', seq, turn, callId, tool: '', content, isError }
    }
  }
}

/** The parts of a conversation that somebody else made. */
function foreign({ system, tools, loaded, summary, entries }: Conversation): { parts: Parts } {
  const pruned = entries.flatMap((entry) =>
    entry.kind === 'result' && entry.pruned !== undefined ? [[entry.callId, entry.pruned] as const] : [],
  )
  return {
    parts: {
      system,
      tools,
      loaded: loaded ?? emptyParts.loaded,
      summary,
      pruned: new Map(pruned),
      logged: new EntryLog([...entries]),
    },
  }
}
