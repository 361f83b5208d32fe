import { hasEnded, isAsked } from '../settle.ts'
import type { Card, CardAgent } from '../state.ts'
import { emptyLane, laneOf, saidIn, withoutStream, type Lane } from './lane.ts'
import { added, collected, emptyList, itemAt, itemsOf, replaced, type List } from './list.ts'

/** A card without the calls and agents in it. */
export type OwnCard = Omit<Card, 'children' | 'agents'>

/** A sub-agent while the log is folded. */
export interface AgentNode {
  readonly own: Omit<CardAgent, 'items' | 'model'>
  readonly lane: Lane
}

/** A call while the log is folded: the calls in it are in a list that grows without being copied. */
export interface Node {
  readonly own: OwnCard
  readonly calls: Calls
  readonly agents: List<AgentNode>
}

/** Calls beside each other, and what is counted of them. */
export interface Calls {
  readonly list: List<Node>
  /** How many of them wait. */
  readonly waiting: number
  /** How many of them, and of the calls in them, have not ended. */
  readonly open: number
  /** How many questions about them, and about the calls in them, are open. */
  readonly asked: number
}

type Counts = Omit<Calls, 'list'>

/** No calls. */
export const noCalls: Calls = { list: emptyList, waiting: 0, open: 0, asked: 0 }

/** Calls with one more. */
export function withNode(calls: Calls, node: Node): Calls {
  return { list: added(calls.list, node), ...balance(calls, undefined, node) }
}

/** Calls with another one at an index. */
export function withNodeAt(calls: Calls, index: number, node: Node): Calls {
  const before = itemAt(calls.list, index)
  return { list: replaced(calls.list, index, node), ...balance(calls, before, node) }
}

function balance(calls: Counts, before: Node | undefined, after: Node): Counts {
  const less = before === undefined ? noCalls : countsOf(before)
  const more = countsOf(after)
  return {
    waiting: calls.waiting - less.waiting + more.waiting,
    open: calls.open - less.open + more.open,
    asked: calls.asked - less.asked + more.asked,
  }
}

function countsOf({ own, calls }: Node): Counts {
  const isOpen = !hasEnded(own)
  return {
    waiting: own.status === 'waiting' ? 1 : 0,
    open: calls.open + (isOpen ? 1 : 0),
    asked: calls.asked + (isOpen && isAsked(own) ? 1 : 0),
  }
}

/** Whether nothing about a call, or a call in it, can change any more. */
export function isOver(node: Node): boolean {
  return countsOf(node).open === 0
}

/** A call with nothing in it. */
export function leaf(own: OwnCard): Node {
  return { own, calls: noCalls, agents: emptyList }
}

/** A call with another card; at its end, nothing more of what its agents say can arrive. */
export function withOwn(node: Node, own: OwnCard): Node {
  if (!hasEnded(own) || node.agents.size === 0) return { ...node, own }
  const agents = itemsOf(node.agents).map((agent) => ({ ...agent, lane: withoutStream(agent.lane) }))
  return { ...node, own, agents: agents.reduce<List<AgentNode>>(added, emptyList) }
}

/** A call with other calls in it: it waits while one of them waits, unless it ended or waits on its own account. */
export function adopted(node: Node, calls: Calls): Node {
  const { own } = node
  if (hasEnded(own) || isAsked(own)) return { ...node, calls }
  const status = calls.waiting > 0 ? 'waiting' : 'running'
  return { ...node, own: own.status === status ? own : { ...own, status }, calls }
}

/** A call with one more agent that works for it. */
export function withAgentNode(node: Node, own: AgentNode['own']): Node {
  const { status } = node.own
  return {
    ...node,
    own: status === 'queued' ? { ...node.own, status: 'running' } : node.own,
    agents: added(node.agents, { own, lane: emptyLane }),
  }
}

/** A call in which everything that has not ended ends now. */
export function closed(node: Node, close: (own: OwnCard) => OwnCard): Node {
  if (isOver(node)) return node
  const calls = itemsOf(node.calls.list)
    .map((each) => closed(each, close))
    .reduce(withNode, noCalls)
  return withOwn({ ...node, calls }, hasEnded(node.own) ? node.own : close(node.own))
}

/** The cards that were made of nodes: a card stays the same object for as long as nothing about it changes. */
const made = new WeakMap<Node, Card>()

/** The cards of calls beside each other. */
export function cardsOf({ list }: Calls): readonly Card[] {
  return collected(list, cardOf)
}

/** The card of a call. */
export function cardOf(node: Node): Card {
  const known = made.get(node)
  if (known !== undefined) return known
  const card: Card = {
    ...node.own,
    children: cardsOf(node.calls),
    ...(node.agents.size > 0 && { agents: itemsOf(node.agents).map(agentOf) }),
  }
  made.set(node, card)
  return card
}

function agentOf({ own, lane }: AgentNode): CardAgent {
  const { model } = lane
  return { ...own, ...(model !== undefined && { model }), items: saidIn(lane) }
}

/** The calls behind cards. */
export function callsOf(cards: readonly Card[]): Calls {
  return cards.reduce<Calls>((calls, { children, agents = [], ...own }) => {
    const nodes = agents.map(({ items, model, ...agent }): AgentNode => ({
      own: agent,
      lane: laneOf(items, model),
    }))
    return withNode(calls, {
      own,
      calls: callsOf(children),
      agents: nodes.reduce<List<AgentNode>>(added, emptyList),
    })
  }, noCalls)
}
