import { hasEnded } from '../settle.ts'
import type { SessionItem } from '../session/item.ts'
import type { Card, CardAgent } from '../state.ts'
import { counted } from '../text/count.ts'
import { itemBlocks, type ProseItem } from './item-blocks.ts'
import { itemRows } from './item-rows.ts'
import { indented, span, type Row } from './row.ts'
import { messageRows } from './screen.ts'
import { narrower, type Sheet } from './sheet.ts'

const margin = '  '

/** The calls of a card that no sub-agent made. */
export function ownCalls({ children, agents = [] }: Card): readonly Card[] {
  if (agents.length === 0) return children
  const made = new Set(agents.flatMap(({ items }) => items.map(indexOf)))
  return children.filter((_, index) => !made.has(index))
}

function indexOf(item: SessionItem): number | undefined {
  return item.kind === 'call' ? item.index : undefined
}

/** What is said of an agent, without what it said. */
export function agentWords({ description, reason }: CardAgent, card: Card): string {
  const how = reason ?? (hasEnded(card) ? 'broke off' : undefined)
  return how === undefined ? description : `${description} (${how})`
}

/** What the sub-agents of a card said, as one remark where it is folded away. */
export function hiddenWords({ agents = [] }: Card, sheet: Sheet): string {
  const said = agents
    .flatMap(({ items }) => items)
    .filter((item) => isProse(item) && itemBlocks(item, sheet).length > 0).length
  return said === 0 ? '' : `${counted(said, 'message')} of ${counted(agents.length, 'agent')}`
}

/** Whether an item is something that was said. */
export function isProse(item: SessionItem): item is ProseItem {
  return item.kind !== 'call'
}

/**
 * Sub-agents and what was said and done in them.
 * @param drawn - draws one of their calls.
 */
export function agentRows(card: Card, sheet: Sheet, drawn: (card: Card, sheet: Sheet) => Row[]): Row[] {
  const { agents = [], children } = card
  const inner = narrower(sheet, margin.length)
  return agents.flatMap((agent) => {
    const items = agent.items.flatMap((item) => {
      if (isProse(item)) return itemRows(item, inner)
      const child = children[item.index]
      return child === undefined ? [] : drawn(child, inner)
    })
    const [first = [], ...more] = messageRows(
      agentWords(agent, card),
      narrower(sheet, 'agent: '.length),
      'plain',
    )
    const hung = more.map((row) => [span(' '.repeat('agent: '.length)), ...row])
    return [[span('agent: ', 'quiet'), ...first], ...hung, ...indented(items, margin)]
  })
}
