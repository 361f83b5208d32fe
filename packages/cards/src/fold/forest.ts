import type { CallId, Grant } from '@millrace/protocol'
import { hasEnded, isAsked } from '../settle.ts'
import type { Card, CardState } from '../state.ts'
import { added, emptyList, itemAt, itemsOf, replaced, type List } from './list.ts'
import { noPlaces, placeOf, withPlace, type Place, type Places } from './places.ts'

/** A card without the calls that its program made. */
export type OwnCard = Omit<Card, 'children'>

/** A call while the log is folded: its own calls are in a list that grows without being copied. */
interface Node {
  readonly own: OwnCard
  readonly calls: List<Node>
  /** How many of the calls wait. */
  readonly waiting: number
}

/** All calls of a session, in the order of their start, and where each of them stands. */
export interface Forest {
  readonly calls: List<Node>
  readonly places: Places
  /** The calls that standing permissions were given for, by the ids of those. */
  readonly grants: Places
}

/** The forest with one more call that nobody's program made. */
export function withCall({ calls, places, grants }: Forest, own: OwnCard): Forest {
  return { calls: added(calls, leaf(own)), places: withPlace(places, own.callId, [calls.size]), grants }
}

/** The forest with one more call of a program; the same one where that call is unknown or ended. */
export function withSubCall(forest: Forest, parent: CallId, ownOf: () => OwnCard): Forest {
  const place = openPlace(forest, parent)
  if (place === undefined) return forest
  const call = leaf(ownOf())
  const index = nodeAt(forest.calls, place).calls.size
  const adopt = (node: Node): Node => adopted(node, added(node.calls, call), node.waiting + waits(call))
  return {
    ...forest,
    calls: changed(forest.calls, place, adopt),
    places: withPlace(forest.places, call.own.callId, [...place, index]),
  }
}

/**
 * Replaces the card of a call, at any depth, by what `change` makes of it, and brings its parents up to date. The
 * same forest comes back where the call is unknown or ended. Of several calls with one id the last one is meant.
 */
export function withChange(forest: Forest, callId: CallId, change: (own: OwnCard) => OwnCard): Forest {
  return changedAt(forest, openPlace(forest, callId), change)
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

function changedAt(forest: Forest, place: Place | undefined, change: (own: OwnCard) => OwnCard): Forest {
  if (place === undefined) return forest
  const before = nodeAt(forest.calls, place).own
  const own = change(before)
  if (own === before) return forest
  return { ...forest, calls: changed(forest.calls, place, (node) => ({ ...node, own })) }
}

function openPlace(forest: Forest, callId: CallId): Place | undefined {
  const place = placeOf(forest.places, callId)
  return place !== undefined && isOpen(forest, place) ? place : undefined
}

function isOpen({ calls }: Forest, place: Place): boolean {
  return !hasEnded(nodeAt(calls, place).own)
}

function nodeAt(calls: List<Node>, [index = 0, ...rest]: Place): Node {
  const node = itemAt(calls, index)
  return rest.length === 0 ? node : nodeAt(node.calls, rest)
}

function changed(calls: List<Node>, [index = 0, ...rest]: Place, change: (node: Node) => Node): List<Node> {
  const node = itemAt(calls, index)
  if (rest.length === 0) return replaced(calls, index, change(node))
  const inner = changed(node.calls, rest, change)
  const [before, after] = [node.calls, inner].map((each) => waits(itemAt(each, rest[0]!)))
  return replaced(calls, index, adopted(node, inner, node.waiting - before! + after!))
}

/** A call with other calls in it: it waits while one of them waits, unless it ended or waits on its own account. */
function adopted({ own }: Node, calls: List<Node>, waiting: number): Node {
  if (hasEnded(own) || isAsked(own)) return { own, calls, waiting }
  return { own: { ...own, status: waiting > 0 ? 'waiting' : 'running' }, calls, waiting }
}

function leaf(own: OwnCard): Node {
  return { own, calls: emptyList, waiting: 0 }
}

function waits({ own }: Node): number {
  return own.status === 'waiting' ? 1 : 0
}

/** The forests behind states. */
const forests = new WeakMap<CardState, Forest>()

/** The cards that were made of nodes: a card stays the same object for as long as nothing about it changes. */
const made = new WeakMap<Node, Card>()

/** The forest behind a state; one from elsewhere, such as parsed JSON, gets its own when it is first folded on. */
export function forestOf(state: CardState): Forest {
  const known = forests.get(state)
  if (known !== undefined) return known
  const { cards } = state
  const forest: Forest = {
    calls: listed(cards),
    places: placed(noPlaces, cards, [], ({ callId }) => callId),
    grants: placed(noPlaces, cards, [], ({ approval }) => approval?.grant?.id),
  }
  forests.set(state, forest)
  return forest
}

/** The state of a forest. Its cards are made when somebody looks: of most states on the way nobody does. */
export function stateOf(forest: Forest): CardState {
  let cards: readonly Card[] | undefined
  const state: CardState = {
    get cards() {
      return (cards ??= itemsOf(forest.calls).map(cardOf))
    },
  }
  forests.set(state, forest)
  return state
}

function cardOf(node: Node): Card {
  const known = made.get(node)
  if (known !== undefined) return known
  const card = { ...node.own, children: itemsOf(node.calls).map(cardOf) }
  made.set(node, card)
  return card
}

function listed(cards: readonly Card[]): List<Node> {
  return cards.reduce<List<Node>>((list, { children, ...own }) => {
    const calls = listed(children)
    const waiting = children.filter(({ status }) => status === 'waiting').length
    return added(list, { own, calls, waiting })
  }, emptyList)
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
