import type * as acp from '@agentclientprotocol/sdk'
import {
  initialSession,
  reduceSession,
  sessionCard,
  sessionItem,
  type AssistantItem,
  type CallItem,
  type Card,
  type Presenters,
  type SessionItem,
  type SessionView,
  type TurnEndItem,
  type UserItem,
} from '@millrace/cards'
import { escapeVisible, type SessionEvent } from '@millrace/protocol'
import { acpBlock, textBlock } from './content.ts'
import { noticeOf } from './notices.ts'
import type { Places } from './places.ts'
import { planOf } from './plan.ts'
import { updatedAt } from './time.ts'
import { toolCallOf, type KnownCall } from './tool-call.ts'

/** How a session is told. */
export interface UpdateOptions {
  readonly places: Places
  readonly presenters: Presenters
  /** Whether the editor has a place for notes on how the session goes. */
  readonly showsNotices?: boolean
  /** The terminal of the editor in which a call runs, or ran. */
  readonly terminalOf?: (callId: string) => string | undefined
}

interface SentCall {
  readonly card: Card
  readonly call: KnownCall
  /** How many of the first calls in it can no longer change, nor any call in them. */
  settled: number
}

/** An item in its place, and the event after which it is looked at. */
interface Told {
  readonly index: number
  readonly isNew: boolean
  readonly echoes: boolean
  readonly event: SessionEvent
}

/** What of an answer was sent. */
interface SentAnswer {
  readonly id: string
  item: AssistantItem | undefined
}

/**
 * Tells a session to an editor: what the events of its log add up to, as that grows. The same events give the same updates,
 * whether they happen now or are read again.
 */
export class SessionUpdates {
  readonly #options: UpdateOptions
  readonly #calls = new Map<string, SentCall>()
  readonly #answers = new Map<number, SentAnswer>()
  #view: SessionView = initialSession
  /** Before it, no item can change any more. */
  #from = 0
  #told = 0
  #title = ''

  constructor(options: UpdateOptions) {
    this.#options = options
  }

  /**
   * Takes in the next event.
   * @param echoes - whether the person's own words are told, which an editor that just sent them knows.
   */
  hear(event: SessionEvent, echoes: boolean): acp.SessionUpdate[] {
    this.#view = reduceSession(this.#view, event, this.#options.presenters)
    const updates: acp.SessionUpdate[] = []
    for (let index = this.#from; ; index++) {
      const item = sessionItem(this.#view, index)
      if (item === undefined) break
      updates.push(...this.#itemUpdates(item, { index, isNew: index >= this.#told, echoes, event }))
      this.#told = Math.max(this.#told, index + 1)
    }
    for (; this.#from < this.#view.settled; this.#from++) this.#answers.delete(this.#from)
    return [...updates, ...this.#titleUpdate(event)]
  }

  /** The call as it was last told, such as to show its terminal. */
  again(callId: string): acp.SessionUpdate[] {
    const sent = this.#calls.get(callId)
    if (sent === undefined) return []
    const content = this.#withTerminal(callId, sent.call.content ?? [], sent.card)
    return [{ sessionUpdate: 'tool_call_update', toolCallId: callId, content }]
  }

  #itemUpdates(item: SessionItem, { index, isNew, echoes, event }: Told): readonly acp.SessionUpdate[] {
    switch (item.kind) {
      case 'user':
        return isNew && echoes && item.plugin === undefined ? userUpdates(item, index) : none
      case 'assistant':
        return this.#answerUpdates(item, index, event)
      case 'call':
        return this.#cardUpdates(item)
      case 'end':
        return isNew ? endUpdates(item, index, echoes) : none
      case 'note':
        return isNew && this.#options.showsNotices === true ? [noticeOf(item.note)] : none
    }
  }

  #answerUpdates(item: AssistantItem, index: number, event: SessionEvent): acp.SessionUpdate[] {
    const sent = this.#answers.get(index) ?? { id: `answer_${index}`, item: undefined }
    this.#answers.set(index, sent)
    const before = sent.item
    if (before === item) return []
    sent.item = item
    // The piece itself is told: to find it in a long text again and again would take ever longer.
    if (item.state === 'streaming' && event.type === 'assistant/chunk') {
      const { kind, text } = event.data
      return kind === 'text' ? said(sent.id, text) : thought(sent.id, text)
    }
    return [
      ...thought(sent.id, grown(before?.reasoning ?? '', item.reasoning)),
      ...said(sent.id, grown(before?.text ?? '', item.text)),
      ...(item.images ?? []).slice(before?.images?.length ?? 0).map((image): acp.SessionUpdate => ({
        sessionUpdate: 'agent_message_chunk',
        messageId: sent.id,
        content: acpBlock(image),
      })),
    ]
  }

  #cardUpdates(item: CallItem): readonly acp.SessionUpdate[] {
    const card = sessionCard(this.#view, item)
    if (card === undefined) return []
    const wasDone = this.#calls.get(card.callId)?.card.status === 'done'
    const plan = wasDone ? undefined : planOf(card)
    const updates = this.#tell(card, undefined)
    return plan === undefined ? updates : [...updates, { sessionUpdate: 'plan', entries: plan }]
  }

  /** What is new about a call, and about the calls in it. */
  #tell(card: Card, parent: Card | undefined): readonly acp.SessionUpdate[] {
    const sent = this.#calls.get(card.callId)
    if (sent?.card === card) return none
    const { places } = this.#options
    const told = toolCallOf(card, places, parent)
    const call = { ...told, content: this.#withTerminal(card.callId, told.content ?? [], card) }
    const now = { card, call, settled: sent?.settled ?? 0 }
    this.#calls.set(card.callId, now)
    const updates = sent === undefined ? announced(call) : changed(sent.call, call)
    for (let index = now.settled; index < card.children.length; index++) {
      const child = card.children[index]
      if (child === undefined) break
      const news = this.#tell(child, card)
      if (news.length > 0) updates.push(...news)
      if (index === now.settled && this.#isOver(child)) now.settled++
    }
    return updates
  }

  #isOver({ callId, endedAt, children }: Card): boolean {
    return endedAt !== undefined && this.#calls.get(callId)?.settled === children.length
  }

  /** A terminal of the editor shows what its command prints, so that its text is not shown again. */
  #withTerminal(callId: string, content: acp.ToolCallContent[], card: Card): acp.ToolCallContent[] {
    const terminalId = this.#options.terminalOf?.(callId)
    if (terminalId === undefined) return content
    const isText = card.endedAt === undefined || card.status === 'done'
    return [{ type: 'terminal', terminalId }, ...(isText ? [] : content)]
  }

  #titleUpdate({ time }: SessionEvent): acp.SessionUpdate[] {
    const { title } = this.#view
    if (title === this.#title) return []
    this.#title = title
    return [{ sessionUpdate: 'session_info_update', title: escapeVisible(title), ...updatedAt(time) }]
  }
}

const none: readonly acp.SessionUpdate[] = []

function thought(id: string, text: string): acp.SessionUpdate[] {
  return chunks('agent_thought_chunk', `${id}_thought`, text)
}

function said(id: string, text: string): acp.SessionUpdate[] {
  return chunks('agent_message_chunk', id, text)
}

/** What was added; all of it where what was sent is not its start any more. */
function grown(before: string, now: string): string {
  return now.startsWith(before) ? now.slice(before.length) : `\n\n${now}`
}

type ChunkKind = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk'

function chunks(sessionUpdate: ChunkKind, messageId: string, text: string): acp.SessionUpdate[] {
  return text === '' ? [] : [{ sessionUpdate, messageId, content: textBlock(text) }]
}

function userUpdates({ text, images = [] }: UserItem, index: number): acp.SessionUpdate[] {
  const messageId = `message_${index}`
  return [
    ...chunks('user_message_chunk', messageId, text),
    ...images.map((image): acp.SessionUpdate => ({
      sessionUpdate: 'user_message_chunk',
      messageId,
      content: acpBlock(image),
    })),
  ]
}

/** Why a turn ended before its time. What failed is the answer of the prompt itself, unless the past is told. */
function endUpdates({ reason, message }: TurnEndItem, index: number, isPast: boolean): acp.SessionUpdate[] {
  const isTold = reason === 'limit' || reason === 'denied' || (isPast && reason === 'failed')
  if (!isTold) return []
  const why = message === undefined ? '' : `: ${escapeVisible(message, { lines: true })}`
  return chunks('agent_message_chunk', `end_${index}`, `\n\nThe turn ended (${reason})${why}\n`)
}

function announced(call: KnownCall): acp.SessionUpdate[] {
  return [{ sessionUpdate: 'tool_call', ...call }]
}

/** Only what is another than before. */
function changed(before: KnownCall, now: KnownCall): acp.SessionUpdate[] {
  const news = Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof KnownCall]),
    ),
  )
  if (Object.keys(news).length === 0) return []
  return [{ sessionUpdate: 'tool_call_update', ...news, toolCallId: now.toolCallId }]
}
