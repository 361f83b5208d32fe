import type { ContentBlock, SessionEvent, SessionEventMap, ToolResult } from '@millrace/protocol'
import { contentText } from '@millrace/protocol'
import {
  forestOf,
  stateOf,
  withCall,
  withChange,
  withGrant,
  withRevoked,
  withSubCall,
  type Forest,
  type OwnCard,
} from './fold/forest.ts'
import { noPresenters, presentCall, presentResult, type Presenters } from './present.ts'
import { waitedMsOf } from './run-time.ts'
import { isAsked, statusOf } from './settle.ts'
import type { CardState } from './state.ts'
import { loggedContent } from './view/content.ts'

/**
 * The cards after one more event. Pure: live and replayed sessions give the same cards. Events that are not
 * about calls, about a call that was never announced, or about one that ended change nothing. What an event costs
 * hardly depends on how many cards there are.
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
  const before = forestOf(state)
  const after = grown(before, event, presenters)
  return after === before ? state : stateOf(after)
}

function grown(forest: Forest, event: SessionEvent, presenters: Presenters): Forest {
  switch (event.type) {
    case 'tool/call':
      return withCall(forest, announced(event, presenters))
    case 'tool/code-dispatch-start':
      return withSubCall(forest, event.data.parentCallId, () => dispatched(event, presenters))
    case 'tool/progress':
      return withChange(forest, event.data.callId, (card) => progressed(card, event.data))
    case 'approval/asked':
      return withChange(forest, event.data.callId, (card) => asked(card, event))
    case 'approval/decided':
      return withChange(forest, event.data.callId, (card) => decided(card, event))
    case 'permission/granted':
      return withGrant(forest, event.data, (card) => granted(card, event.data))
    case 'permission/revoked':
      return withRevoked(forest, event.data.id, (card) => revoked(card, event.data.id))
    case 'tool/trace': {
      const { callId, ...trace } = event.data
      return withChange(forest, callId, (card) => ({ ...card, trace }))
    }
    case 'tool/result':
      return withChange(forest, event.data.callId, (card) => ended(card, event.time, event.data, presenters))
    case 'tool/code-dispatch':
      return withChange(forest, event.data.subCallId, (card) =>
        ended(card, event.time, event.data, presenters),
      )
    default:
      return forest
  }
}

function announced({ time, data }: SessionEvent<'tool/call'>, presenters: Presenters): OwnCard {
  return {
    callId: data.callId,
    tool: data.name,
    status: 'queued',
    arguments: data.arguments,
    call: presentCall(presenters, data.name, data.arguments),
    startedAt: time,
  }
}

function dispatched(
  { time, data }: SessionEvent<'tool/code-dispatch-start'>,
  presenters: Presenters,
): OwnCard {
  const argumentsText = printed(data.arguments)
  return {
    callId: data.subCallId,
    tool: data.name,
    status: 'running',
    arguments: argumentsText,
    call: presentCall(presenters, data.name, argumentsText),
    startedAt: time,
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
function progressed(card: OwnCard, data: SessionEventMap['tool/progress']): OwnCard {
  const { callId: _, ...progress } = data
  return { ...card, status: card.status === 'queued' ? 'running' : card.status, progress }
}

function asked(card: OwnCard, { time, data }: SessionEvent<'approval/asked'>): OwnCard {
  const { reason } = data
  const approval = { askedAt: time, ...(reason !== undefined && { reason }) }
  return { ...answered(card, time), status: 'waiting', approval }
}

function decided(card: OwnCard, { time, data }: SessionEvent<'approval/decided'>): OwnCard {
  const { outcome, by, message } = data
  const approval = { askedAt: time, ...card.approval, outcome, by, ...(message !== undefined && { message }) }
  const status = outcome === 'allowed-once' ? 'running' : outcome === 'cancelled' ? 'cancelled' : 'denied'
  return { ...answered(card, time), status, approval }
}

/** A wider answer gives a standing permission, and is told of after that. */
function granted(card: OwnCard, { id, lasts }: SessionEventMap['permission/granted']): OwnCard {
  if (card.approval === undefined || !isAsked(card)) return card
  return { ...card, approval: { ...card.approval, grant: { id, lasts } } }
}

/** One that is taken back before the answer is told, as where it could not be saved, leaves one that counts once. */
function revoked(card: OwnCard, id: string): OwnCard {
  if (card.approval?.grant?.id !== id || !isAsked(card)) return card
  const { grant: _, ...approval } = card.approval
  return { ...card, approval }
}

/** The card with the time for which its open question, if there is one, waited until now. */
function answered(card: OwnCard, time: number): OwnCard {
  const waitedMs = waitedMsOf(card, time)
  return waitedMs === 0 ? card : { ...card, waitedMs }
}

interface Outcome {
  readonly isError: boolean
  readonly content: ContentBlock[]
  readonly error?: { name: string; code: string }
  readonly meta?: ToolResult['meta']
}

function ended(card: OwnCard, time: number, outcome: Outcome, presenters: Presenters): OwnCard {
  const { isError, content, error, meta } = outcome
  const result: ToolResult = {
    isError,
    content,
    ...(error !== undefined && { error }),
    ...(meta !== undefined && { meta }),
  }
  return {
    ...answered(card, time),
    status: statusOf({ ...card, ...outcome }),
    result: presentResult(presenters, card.tool, card.arguments, result),
    endedAt: time,
    ...(error !== undefined && { error }),
    ...(isError && { failure: contentText(loggedContent(content)) }),
  }
}
