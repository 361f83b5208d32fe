import type { Card, SessionItem } from '@millrace/cards'
import type { Row } from '../row.ts'

/** Every text of a row in which words can be found: what was said, titles, commands, paths, outputs, also of calls within. */
export function* textsOf({ item, card }: Pick<Row, 'item' | 'card'>): Iterable<string> {
  if (card !== undefined) yield* textsOfCard(card)
  else yield* textsOfItem(item)
}

function* textsOfCard(card: Card): Iterable<string> {
  yield card.tool
  yield card.arguments
  yield* stringsIn(card.call)
  yield* stringsIn(card.result)
  yield card.failure ?? ''
  yield card.console ?? ''
  yield card.progress?.text ?? ''
  yield* stringsIn(card.approval)
  for (const child of card.children) yield* textsOfCard(child)
  for (const agent of card.agents ?? []) {
    yield agent.description
    for (const item of agent.items) yield* textsOfItem(item)
  }
}

function* textsOfItem(item: SessionItem): Iterable<string> {
  switch (item.kind) {
    case 'call':
      return
    case 'user':
    case 'assistant':
      yield item.text
      if (item.kind === 'assistant') yield item.reasoning
      return
    case 'note':
      yield* stringsIn(item.note)
      return
    case 'end':
      yield item.message ?? ''
      yield item.code ?? ''
  }
}

/** The texts within plain data, but for pictures and sounds: nobody looks for words in base64. */
function* stringsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const each of value) yield* stringsIn(each)
  else if (typeof value === 'object' && value !== null) {
    const isData = 'mimeType' in value && 'data' in value
    for (const [key, each] of Object.entries(value)) if (!(isData && key === 'data')) yield* stringsIn(each)
  }
}
