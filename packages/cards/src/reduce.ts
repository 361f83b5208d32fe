import type { CallId, ContentBlock, SessionEvent, SessionEventMap, ToolResult } from '@millrace/protocol'
import { contentText } from '@millrace/protocol'
import { noPresenters, presentCall, presentResult, type Presenters } from './present.ts'
import { statusOf } from './settle.ts'
import type { Card, CardState } from './state.ts'
import { loggedContent } from './view/content.ts'
import { changeCard, hasEnded, withChildren } from './tree.ts'

/**
 * The cards after one more event. Pure: live and replayed sessions give the same cards. Events that are not
 * about calls, about a call that was never announced, or about one that ended change nothing.
 *
 * @param state - the cards so far; `initialCards` at first.
 * @param event - the next event of the log.
 * @param presenters - finds a tool's presenters; without them every card is generic.
 */
export function reduceCards(
  state: CardState,
  event: SessionEvent,
  presenters: Presenters = noPresenters,
): CardState {
  switch (event.type) {
    case 'tool/call':
      return { cards: [...state.cards, announced(event, presenters)] }
    case 'tool/code-dispatch-start':
      return change(state, event.data.parentCallId, (card) =>
        withChildren(card, [...card.children, dispatched(event, presenters)]),
      )
    case 'tool/progress':
      return change(state, event.data.callId, (card) => progressed(card, event.data))
    case 'approval/asked':
      return change(state, event.data.callId, (card) => asked(card, event.data))
    case 'approval/decided':
      return change(state, event.data.callId, (card) => decided(card, event.data))
    case 'tool/trace': {
      const { callId, ...trace } = event.data
      return change(state, callId, (card) => ({ ...card, trace }))
    }
    case 'tool/result':
      return change(state, event.data.callId, (card) => ended(card, event.time, event.data, presenters))
    case 'tool/code-dispatch':
      return change(state, event.data.subCallId, (card) => ended(card, event.time, event.data, presenters))
    default:
      return state
  }
}

function change(state: CardState, callId: CallId, next: (card: Card) => Card): CardState {
  const cards = changeCard(state.cards, callId, (card) => (hasEnded(card) ? card : next(card)))
  return cards === state.cards ? state : { cards }
}

function announced({ time, data }: SessionEvent<'tool/call'>, presenters: Presenters): Card {
  return {
    callId: data.callId,
    tool: data.name,
    status: 'queued',
    arguments: data.arguments,
    call: presentCall(presenters, data.name, data.arguments),
    startedAt: time,
    children: [],
  }
}

function dispatched({ time, data }: SessionEvent<'tool/code-dispatch-start'>, presenters: Presenters): Card {
  const argumentsText = printed(data.arguments)
  return {
    callId: data.subCallId,
    tool: data.name,
    status: 'running',
    arguments: argumentsText,
    call: presentCall(presenters, data.name, argumentsText),
    startedAt: time,
    children: [],
  }
}

function printed(value: SessionEventMap['tool/code-dispatch-start']['arguments']): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '(arguments nested too deeply to be shown)'
  }
}

/** The first news of a call says that it runs. */
function progressed(card: Card, data: SessionEventMap['tool/progress']): Card {
  const { callId: _, ...progress } = data
  return { ...card, status: card.status === 'queued' ? 'running' : card.status, progress }
}

function asked(card: Card, data: SessionEventMap['approval/asked']): Card {
  const approval = data.reason === undefined ? {} : { reason: data.reason }
  return { ...card, status: 'waiting', approval }
}

function decided(card: Card, data: SessionEventMap['approval/decided']): Card {
  const { outcome, by, message } = data
  const approval = { ...card.approval, outcome, by, ...(message !== undefined && { message }) }
  if (outcome === 'allowed-once') return { ...card, status: 'running', approval }
  return { ...card, status: outcome === 'cancelled' ? 'cancelled' : 'denied', approval }
}

interface Outcome {
  readonly isError: boolean
  readonly content: ContentBlock[]
  readonly error?: { name: string; code: string }
  readonly meta?: ToolResult['meta']
}

function ended(card: Card, time: number, outcome: Outcome, presenters: Presenters): Card {
  const { isError, content, error, meta } = outcome
  const result: ToolResult = {
    isError,
    content,
    ...(error !== undefined && { error }),
    ...(meta !== undefined && { meta }),
  }
  return {
    ...card,
    status: statusOf({ ...card, ...outcome }),
    result: presentResult(presenters, card.tool, card.arguments, result),
    endedAt: time,
    ...(error !== undefined && { error }),
    ...(isError && { failure: contentText(loggedContent(content)) }),
  }
}
