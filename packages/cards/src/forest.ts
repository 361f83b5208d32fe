import type { CallId } from '@millrace/protocol'
import { added, emptyList, itemAt, itemsOf, replaced, type List } from './list.ts'
import { hasEnded, isAsked } from './settle.ts'
import type { Card, CardState } from './state.ts'

/** A card without the calls that its program made. */
export type OwnCard = Omit<Card, 'children'>

/** A call while the log is folded: its calls are in a list that can grow without being copied. */
interface Node {
  readonly own: OwnCard
  readonly calls: Forest
  /** How many of the calls wait. */
  readonly waiting: number
}

/** The calls of a session, or of one program, in the order of their start. */
export type Forest = List<Node>

/** What became of one call of a forest. */
interface Change {
  readonly index: number
  readonly before: Node
  readonly after: Node
}

/** The forest with one more call that nobody's program made. */
export function withCall(forest: Forest, own: OwnCard): Forest {
  return added(forest, leaf(own))
}

/** The forest with one more call of a program; the same one where that call is unknown or ended. */
export function withSubCall(forest: Forest, parent: CallId, own: () => OwnCard): Forest {
  return changedAt(forest, parent, (node) => {
    const call = leaf(own())
    return adopted(node, added(node.calls, call), node.waiting + waits(call))
  })
}

/**
 * Replaces the card of a call that has not ended, at any depth, and brings its parents up to date. The same
 * forest comes back where nothing changed. Of several calls with one id the latest is meant.
 */
export function withChange(forest: Forest, callId: CallId, change: (own: OwnCard) => OwnCard): Forest {
  return changedAt(forest, callId, (node) => ({ ...node, own: change(node.own) }))
}

function changedAt(forest: Forest, callId: CallId, change: (node: Node) => Node): Forest {
  const found = changeIn(forest, callId, (node) => (hasEnded(node.own) ? node : change(node)))
  return found === undefined ? forest : replaced(forest, found.index, found.after)
}

function changeIn(forest: Forest, callId: CallId, change: (node: Node) => Node): Change | undefined {
  for (let index = forest.size - 1; index >= 0; index--) {
    const before = itemAt(forest, index)
    const isMeant = before.own.callId === callId
    const after = isMeant ? change(before) : changeWithin(before, callId, change)
    if (after !== before) return { index, before, after }
    if (isMeant) return undefined
  }
  return undefined
}

function changeWithin(node: Node, callId: CallId, change: (node: Node) => Node): Node {
  const found = changeIn(node.calls, callId, change)
  if (found === undefined) return node
  const { index, before, after } = found
  return adopted(node, replaced(node.calls, index, after), node.waiting - waits(before) + waits(after))
}

/** A call with other calls in it: it waits while one of them waits, unless it ended or waits on its own account. */
function adopted({ own }: Node, calls: Forest, waiting: number): Node {
  if (hasEnded(own) || isAsked(own)) return { own, calls, waiting }
  return { own: { ...own, status: waiting > 0 ? 'waiting' : 'running' }, calls, waiting }
}

function leaf(own: OwnCard): Node {
  return { own, calls: emptyList, waiting: 0 }
}

function waits({ own }: Node): number {
  return own.status === 'waiting' ? 1 : 0
}

/** The forests behind states; a state from elsewhere, such as parsed JSON, gets its own when it is first folded on. */
const forests = new WeakMap<CardState, Forest>()

/** The cards made of nodes, so that a card stays the same object as long as nothing about it changed. */
const made = new WeakMap<Node, Card>()

/** The forest behind a state. */
export function forestOf(state: CardState): Forest {
  const known = forests.get(state)
  if (known !== undefined) return known
  const forest = forestFrom(state.cards)
  forests.set(state, forest)
  return forest
}

/** The state of a forest. Its cards are made when somebody looks: of most states on the way nobody does. */
export function stateOf(forest: Forest): CardState {
  let cards: readonly Card[] | undefined
  const state: CardState = {
    get cards() {
      return (cards ??= itemsOf(forest).map(cardOf))
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

function forestFrom(cards: readonly Card[]): Forest {
  let forest: Forest = emptyList
  for (const { children, ...own } of cards) {
    const calls = forestFrom(children)
    const waiting = children.filter(({ status }) => status === 'waiting').length
    forest = added(forest, { own, calls, waiting })
  }
  return forest
}
