import type { SessionEvent, SessionEventMap, ToolResult } from '@millrace/protocol'
import { contentText } from '@millrace/protocol'
import {
  forestOf,
  stateOf,
  withAgent,
  withAgentCall,
  withAgentChange,
  withAllClosed,
  withCall,
  withChange,
  withGrant,
  withLaneChange,
  withOpenCalls,
  withRevoked,
  withSubCall,
  type Forest,
} from './fold/forest.ts'
import { withoutStream } from './fold/lane.ts'
import type { OwnCard } from './fold/node.ts'
import { isReadable } from './fold/readable.ts'
import { stepped, type Steps } from './fold/steps.ts'
import { laneAfter } from './session/lane-after.ts'
import { loggedArguments } from './logged-arguments.ts'
import { loggedResult, noPresenters, presentCall, presentResult, type Presenters } from './present.ts'
import { waitedMsOf } from './run-time.ts'
import { isAsked, statusOf } from './settle.ts'
import type { CardState } from './state.ts'
import { loggedContent } from './view/content.ts'

/**
 * The cards after one more event. Pure: live and replayed sessions give the same cards. Events that are not
 * about calls, about a call that was never announced, or about one that ended change nothing, nor does one whose data
 * is not what its type promises. Calls of a sub-agent, and what is said in it, are part of the card of the call that it
 * works for. The end of a turn, and the start of the next one, ends what has no end yet: its outcome is unknown.
 * What an event costs hardly depends on how many cards there are.
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
  if (!isReadable(event)) return forest
  return stepped(steps, told(forest, event), event, presenters)
}

const steps: Steps<Forest, [presenters: Presenters]> = {
  'tool/call': called,
  'tool/code-dispatch-start': (forest, event, presenters) =>
    withSubCall(forest, event.data.parentCallId, () => dispatched(event, presenters)),
  'tool/code-console': (forest, { data }) =>
    withChange(forest, data.callId, (card) => ({ ...card, console: `${card.console ?? ''}${data.text}\n` })),
  'tool/code-resumed': (forest, { data }) => {
    const { callId, from, recorded, unknown } = data
    const after = withChange(forest, callId, (card) => ({ ...card, resumed: { from, recorded, unknown } }))
    return withOpenCalls(after, callId, askedAgain)
  },
  'tool/progress': (forest, { data }) => withChange(forest, data.callId, (card) => progressed(card, data)),
  'approval/asked': (forest, event) => withChange(forest, event.data.callId, (card) => asked(card, event)),
  'approval/decided': (forest, event) =>
    withChange(forest, event.data.callId, (card) => decided(card, event)),
  'permission/granted': (forest, { data }) => withGrant(forest, data, (card) => granted(card, data)),
  'permission/revoked': (forest, { data }) => withRevoked(forest, data.id, (card) => revoked(card, data.id)),
  'tool/trace': (forest, { data }) => {
    const { callId, ...trace } = data
    return withChange(forest, callId, (card) => ({ ...card, trace }))
  },
  'tool/result': (forest, { time, data }, presenters) =>
    withChange(forest, data.callId, (card) => ended(card, time, data, presenters)),
  'tool/code-dispatch': (forest, { time, data }, presenters) =>
    withChange(forest, data.subCallId, (card) => ended(card, time, data, presenters)),
  'agent/started': (forest, { time, data }) => {
    const { agentId: id, parentCallId, principal, description } = data
    return withAgent(forest, parentCallId, { id, principal, description, startedAt: time })
  },
  'agent/ended': (forest, { data }) =>
    withAgentChange(forest, data.agentId, ({ own, lane }) => ({
      own: { ...own, reason: data.reason },
      lane: withoutStream(lane),
    })),
  'turn/start': turned,
  'turn/end': turned,
}

/** What is said in a sub-agent belongs to its call. */
function told(forest: Forest, event: SessionEvent): Forest {
  const { agent } = event
  return agent === undefined ? forest : withLaneChange(forest, agent, (lane) => laneAfter(lane, event))
}

function called(forest: Forest, event: SessionEvent<'tool/call'>, presenters: Presenters): Forest {
  const card = announced(event, presenters)
  return event.agent === undefined ? withCall(forest, card) : withAgentCall(forest, event.agent, card)
}

/** No call outlives its turn; sub-agents have turns of their own within a call. */
function turned(forest: Forest, { agent, time }: SessionEvent<'turn/start' | 'turn/end'>): Forest {
  if (agent !== undefined) return forest
  // No tool is asked how it shows a result that it never had.
  return withAllClosed(forest, (card) => ended(card, time, unknownOutcome, noPresenters))
}

/** What is known of a call whose turn ended before it. */
const unknownOutcome: ToolResult = {
  isError: true,
  content: [{ type: 'text', text: 'Error: there is no result of this call; its outcome is unknown' }],
  error: { name: 'OutcomeUnknownError', code: 'OUTCOME_UNKNOWN' },
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
  const argumentsText = loggedArguments(data.arguments)
  return {
    callId: data.subCallId,
    tool: data.name,
    status: 'running',
    arguments: argumentsText,
    call: presentCall(presenters, data.name, argumentsText),
    startedAt: time,
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

/** A question that was closed with its process is no answer to the call, which goes on. */
function askedAgain(card: OwnCard): OwnCard {
  if (card.approval?.outcome !== 'cancelled') return card
  const { approval: _, ...open } = card
  return { ...open, status: 'running' }
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

function ended(card: OwnCard, time: number, outcome: ToolResult, presenters: Presenters): OwnCard {
  const { isError, content, error } = outcome
  return {
    ...answered(card, time),
    status: statusOf({ ...card, ...outcome }),
    result: presentResult(presenters, card.tool, card.arguments, loggedResult(outcome)),
    endedAt: time,
    ...(error !== undefined && { error }),
    ...(isError && { failure: contentText(loggedContent(content)) }),
  }
}
