import { agentWords, isProse } from '../layout/agent-rows.ts'
import type { ProseItem } from '../layout/item-blocks.ts'
import type { RenderOptions } from '../layout/sheet.ts'
import type { Card } from '../state.ts'
import { english } from '../words/english.ts'

/** A sub-agent that works for a call, as it is to be drawn. */
export interface AgentDrawing {
  readonly id: string
  /** What it is for, and how it ended. */
  readonly words: string
  /** What was said and done in it, in order. */
  readonly entries: readonly AgentEntry[]
}

/** Something that was said in a sub-agent, or a call that it made. */
export type AgentEntry =
  | { readonly kind: 'said'; readonly item: ProseItem }
  | { readonly kind: 'call'; readonly card: Card }

/** The sub-agents of a card; the calls that they made are no longer among those that `ownCalls` gives. */
export function drawAgents(card: Card, options: Pick<RenderOptions, 'words'> = {}): AgentDrawing[] {
  const { words = english } = options
  const { agents = [], children } = card
  return agents.map((agent) => ({
    id: agent.id,
    words: agentWords(agent, card, words),
    entries: agent.items.flatMap((item): AgentEntry[] => {
      if (isProse(item)) return [{ kind: 'said', item }]
      const child = children[item.index]
      return child === undefined ? [] : [{ kind: 'call', card: child }]
    }),
  }))
}
