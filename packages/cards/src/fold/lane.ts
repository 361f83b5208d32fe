import type { ModelName } from '@millrace/protocol'
import type { AssistantItem, SessionItem } from '../session/item.ts'
import { added, collected, emptyList, itemAt, replaced, type List } from './list.ts'

/** What was said in one agent, while the log is folded. */
export interface Lane {
  readonly items: List<SessionItem>
  /** Index of the answer that arrives. */
  readonly streaming?: number
  /** The model that was asked last. */
  readonly model?: ModelName
}

/** The lane of an agent that nothing was said in. */
export const emptyLane: Lane = { items: emptyList }

/** The lane behind items that come from elsewhere. */
export function laneOf(items: readonly SessionItem[], model?: ModelName): Lane {
  const streaming = items.findIndex((item) => item.kind === 'assistant' && item.state === 'streaming')
  return {
    items: items.reduce<List<SessionItem>>(added, emptyList),
    ...(streaming >= 0 && { streaming }),
    ...(model !== undefined && { model }),
  }
}

/** What was said, in order. */
export function saidIn({ items }: Lane): readonly SessionItem[] {
  return collected(items, (item) => item)
}

/** The lane with one more item at its end. */
export function withItem(lane: Lane, item: SessionItem): Lane {
  return { ...lane, items: added(lane.items, item) }
}

/** The answer that arrives, if one does. */
export function streamingOf({ items, streaming }: Lane): AssistantItem | undefined {
  const item = streaming === undefined ? undefined : itemAt(items, streaming)
  return item?.kind === 'assistant' ? item : undefined
}

/** The lane with an answer that grows. */
export function withStreaming(lane: Lane, item: AssistantItem): Lane {
  const { items, streaming } = lane
  if (streaming !== undefined) return { ...lane, items: replaced(items, streaming, item) }
  return { ...lane, items: added(items, item), streaming: items.size }
}

/** The lane with what comes of the answer that arrives, in its place; at the end where none does. */
export function withStreamed(lane: Lane, item: SessionItem): Lane {
  const { streaming, ...rest } = lane
  if (streaming === undefined) return withItem(lane, item)
  return { ...rest, items: replaced(lane.items, streaming, item) }
}

/** The lane once nothing more of its answer can arrive. */
export function withoutStream(lane: Lane): Lane {
  const item = streamingOf(lane)
  return item === undefined ? lane : withStreamed(lane, { ...item, state: 'cut' })
}
