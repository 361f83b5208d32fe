import { hasEnded } from '../settle.ts'
import type { SessionItem } from '../session/item.ts'
import type { Card, CardAgent } from '../state.ts'
import type { CardWords } from '../words/card-words.ts'
import { itemBlocks, type ProseItem } from './item-blocks.ts'
import { itemRows } from './item-rows.ts'
import { indented, rowWidth, span, type Row } from './row.ts'
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
export function agentWords({ description, reason }: CardAgent, card: Card, { body }: CardWords): string {
  const broke = hasEnded(card) ? body.agentBrokeOff : undefined
  const how = reason === undefined ? broke : body.agentEnds[reason]
  return how === undefined ? description : `${description} (${how})`
}

/** What the sub-agents of a card said, as one remark where it is folded away. */
export function hiddenWords({ agents = [] }: Card, sheet: Sheet): string {
  const said = agents
    .flatMap(({ items }) => items)
    .filter((item) => isProse(item) && itemBlocks(item, sheet).length > 0).length
  return said === 0 ? '' : sheet.words.body.messagesOf(said, agents.length)
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
  const label = span(`${sheet.words.body.agent}: `, 'quiet')
  const columns = rowWidth([label])
  return agents.flatMap((agent) => {
    const items = agent.items.flatMap((item) => {
      if (isProse(item)) return itemRows(item, inner)
      const child = children[item.index]
      return child === undefined ? [] : drawn(child, inner)
    })
    const [first = [], ...more] = messageRows(
      agentWords(agent, card, sheet.words),
      narrower(sheet, columns),
      'plain',
    )
    const hung = more.map((row) => [span(' '.repeat(columns)), ...row])
    return [[label, ...first], ...hung, ...indented(items, margin)]
  })
}
