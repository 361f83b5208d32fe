import type { CallId, Grant } from '@millrace/protocol'
import { hasEnded } from '../settle.ts'
import type { Card, CardState } from '../state.ts'
import type { CallItem } from '../session/item.ts'
import { withItem, type Lane } from './lane.ts'
import { itemAt, replaced } from './list.ts'
import {
  adopted,
  callsOf,
  cardsOf,
  closed,
  isOver,
  leaf,
  withAgentNode,
  withNode,
  withNodeAt,
  withOwn,
  type AgentNode,
  type Calls,
  type Node,
  type OwnCard,
} from './node.ts'
import { noPlaces, placeOf, withPlace, type Place, type Places } from './places.ts'

/** All calls of a session, in the order of their start, and where each of them stands. */
export interface Forest {
  readonly calls: Calls
  readonly places: Places
  /** The calls that standing permissions were given for, by the ids of those. */
  readonly grants: Places
  /** Where sub-agents stand, by their ids: the call that they work for, then their index among its agents. */
  readonly agents: Places
  /** So many of the first calls have ended together with their turn. */
  readonly closed: number
}

/** A call within more calls than these stands beside the innermost of them. */
const deepest = 64

/** The forest with one more call that no program and no sub-agent made. */
export function withCall(forest: Forest, own: OwnCard): Forest {
  const { calls, places } = forest
  return {
    ...forest,
    calls: withNode(calls, leaf(own)),
    places: withPlace(places, own.callId, [calls.list.size]),
  }
}

/** The forest with one more call of a program; the same one where that call is unknown or ended. */
export function withSubCall(forest: Forest, parent: CallId, ownOf: () => OwnCard): Forest {
  const place = openPlace(forest, parent)
  if (place === undefined) return forest
  const own = ownOf()
  // A program that goes on after a crash begins a call again that it had begun and that never ran.
  const known = openPlace(forest, own.callId)
  const isAgain = known?.length === place.length + 1 && place.every((index, level) => index === known[level])
  return isAgain ? changedAt(forest, known, () => own) : withCallIn(forest, place, own, (node) => node)
}

/**
 * The forest with one more call of a sub-agent. An agent that is unknown, or whose own call has ended, cannot hide it:
 * it stands beside all others then.
 */
export function withAgentCall(forest: Forest, agentId: string, own: OwnCard): Forest {
  const at = agentPlace(forest, agentId)
  if (at === undefined) return withCall(forest, own)
  return withCallIn(forest, at.call, own, (node, index) => {
    const item: CallItem = { kind: 'call', callId: own.callId, index }
    return withLane(node, at.index, (agent) => ({ ...agent, lane: withItem(agent.lane, item) }))
  })
}

function withCallIn(
  forest: Forest,
  parent: Place,
  own: OwnCard,
  tell: (node: Node, index: number) => Node,
): Forest {
  const place = parent.slice(0, deepest)
  const index = nodeAt(forest.calls, place).calls.list.size
  const adopt = (node: Node): Node => adopted(node, withNode(node.calls, leaf(own)))
  return {
    ...forest,
    calls: changed(forest.calls, place, (node) =>
      place.length === parent.length ? tell(adopt(node), index) : adopt(node),
    ),
    places: withPlace(forest.places, own.callId, [...place, index]),
  }
}

/** The forest with one more sub-agent; the same one where the call that it works for is unknown or ended. */
export function withAgent(forest: Forest, parent: CallId, own: AgentNode['own']): Forest {
  const place = openPlace(forest, parent)
  if (place === undefined) return forest
  const index = nodeAt(forest.calls, place).agents.size
  return {
    ...forest,
    calls: changed(forest.calls, place, (node) => withAgentNode(node, own)),
    agents: withPlace(forest.agents, own.id, [...place, index]),
  }
}

/** Replaces a sub-agent by what `change` makes of it, for as long as the call that it works for has not ended. */
export function withAgentChange(
  forest: Forest,
  agentId: string,
  change: (agent: AgentNode) => AgentNode,
): Forest {
  const at = agentPlace(forest, agentId)
  if (at === undefined) return forest
  const before = itemAt(nodeAt(forest.calls, at.call).agents, at.index)
  const after = change(before)
  if (after === before) return forest
  return { ...forest, calls: changed(forest.calls, at.call, (node) => withLane(node, at.index, () => after)) }
}

/** The same for what is said in it. */
export function withLaneChange(forest: Forest, agentId: string, change: (lane: Lane) => Lane): Forest {
  return withAgentChange(forest, agentId, (agent) => {
    const lane = change(agent.lane)
    return lane === agent.lane ? agent : { ...agent, lane }
  })
}

function withLane(node: Node, index: number, change: (agent: AgentNode) => AgentNode): Node {
  return { ...node, agents: replaced(node.agents, index, change(itemAt(node.agents, index))) }
}

function agentPlace(
  forest: Forest,
  agentId: string,
): { readonly call: Place; readonly index: number } | undefined {
  const place = placeOf(forest.agents, agentId)
  if (place === undefined) return undefined
  const call = place.slice(0, -1)
  return isOpen(forest, call) ? { call, index: place.at(-1)! } : undefined
}

/**
 * Replaces the card of a call, at any depth, by what `change` makes of it, and brings its parents up to date. The
 * same forest comes back where the call is unknown or ended. Of several calls with one id the last one is meant.
 */
export function withChange(forest: Forest, callId: CallId, change: (own: OwnCard) => OwnCard): Forest {
  return changedAt(forest, openPlace(forest, callId), change)
}

/** Replaces the cards of the calls within a call that have not ended. */
export function withOpenCalls(forest: Forest, parent: CallId, change: (own: OwnCard) => OwnCard): Forest {
  const place = openPlace(forest, parent)
  if (place === undefined) return forest
  const { size } = nodeAt(forest.calls, place).calls.list
  let after = forest
  for (let index = 0; index < size; index++) {
    const child = [...place, index]
    if (isOpen(after, child)) after = changedAt(after, child, change)
  }
  return after
}

/** The same for the call that a standing permission was given for. */
export function withGrant(
  forest: Forest,
  { id, for: call }: Pick<Grant, 'id' | 'for'>,
  change: (own: OwnCard) => OwnCard,
): Forest {
  const place = call && openPlace(forest, call.callId)
  if (place === undefined) return forest
  const after = changedAt(forest, place, change)
  return after === forest ? forest : { ...after, grants: withPlace(forest.grants, id, place) }
}

/** The same when it is taken back. */
export function withRevoked(forest: Forest, id: Grant['id'], change: (own: OwnCard) => OwnCard): Forest {
  const place = placeOf(forest.grants, id)
  return changedAt(forest, place && isOpen(forest, place) ? place : undefined, change)
}

/** The forest in which every call that has not ended ends now. */
export function withAllClosed(forest: Forest, close: (own: OwnCard) => OwnCard): Forest {
  let { calls } = forest
  const { size } = calls.list
  if (forest.closed === size) return forest
  for (let index = forest.closed; index < size; index++) {
    const node = itemAt(calls.list, index)
    if (!isOver(node)) calls = withNodeAt(calls, index, closed(node, close))
  }
  return { ...forest, calls, closed: size }
}

function changedAt(forest: Forest, place: Place | undefined, change: (own: OwnCard) => OwnCard): Forest {
  if (place === undefined) return forest
  const before = nodeAt(forest.calls, place).own
  const own = change(before)
  if (own === before) return forest
  return { ...forest, calls: changed(forest.calls, place, (node) => withOwn(node, own)) }
}

function openPlace(forest: Forest, callId: CallId): Place | undefined {
  const place = placeOf(forest.places, callId)
  return place !== undefined && isOpen(forest, place) ? place : undefined
}

function isOpen({ calls }: Forest, place: Place): boolean {
  return !hasEnded(nodeAt(calls, place).own)
}

function nodeAt({ list }: Calls, [index = 0, ...rest]: Place): Node {
  const node = itemAt(list, index)
  return rest.length === 0 ? node : nodeAt(node.calls, rest)
}

function changed(calls: Calls, [index = 0, ...rest]: Place, change: (node: Node) => Node): Calls {
  const node = itemAt(calls.list, index)
  if (rest.length === 0) return withNodeAt(calls, index, change(node))
  return withNodeAt(calls, index, adopted(node, changed(node.calls, rest, change)))
}

/** The forests behind states. */
const forests = new WeakMap<CardState, Forest>()

/** The forest behind a state; one from elsewhere, such as parsed JSON, gets its own when it is first folded on. */
export function forestOf(state: CardState): Forest {
  const known = forests.get(state)
  if (known !== undefined) return known
  const { cards } = state
  const forest: Forest = {
    calls: callsOf(cards),
    places: placed(noPlaces, cards, [], ({ callId }) => callId),
    grants: placed(noPlaces, cards, [], ({ approval }) => approval?.grant?.id),
    agents: agentsPlaced(noPlaces, cards, []),
    closed: 0,
  }
  forests.set(state, forest)
  return forest
}

/** The state of a forest. Its cards are made when somebody looks: of most states on the way nobody does. */
export function stateOf(forest: Forest): CardState {
  let cards: readonly Card[] | undefined
  const state: CardState = {
    get cards() {
      return (cards ??= cardsOf(forest.calls))
    },
  }
  forests.set(state, forest)
  return state
}

/** The table with cards and those in them, each by the id that it has. */
function placed(
  places: Places,
  cards: readonly Card[],
  around: Place,
  idOf: (card: Card) => string | undefined,
): Places {
  return cards.reduce((known, card, index) => {
    const place = [...around, index]
    const id = idOf(card)
    return placed(id === undefined ? known : withPlace(known, id, place), card.children, place, idOf)
  }, places)
}

/** The table with the sub-agents of cards and of those in them. */
function agentsPlaced(places: Places, cards: readonly Card[], around: Place): Places {
  return cards.reduce((known, { agents = [], children }, index) => {
    const place = [...around, index]
    const withOwnAgents = agents.reduce((all, { id }, nth) => withPlace(all, id, [...place, nth]), known)
    return agentsPlaced(withOwnAgents, children, place)
  }, places)
}
