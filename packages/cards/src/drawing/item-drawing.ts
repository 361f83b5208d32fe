import type { ImageBlock } from '@millrace/protocol'
import type { Block } from '../layout/block.ts'
import { answerBlocks, footerOf, itemBlocks, speakerOf, type ProseItem } from '../layout/item-blocks.ts'
import { sheetOf, type RenderOptions, type Sheet } from '../layout/sheet.ts'
import { linesOf } from '../text/lines.ts'
import type { Speaker } from '../words/card-words.ts'

/** What a session says beside its calls, as it is to be drawn. All of it may be empty: the item has nothing to show then. */
export interface ItemDrawing {
  readonly speaker: Speaker
  /** Who that is, in words. */
  readonly name: string
  /** What a model thought before, and what its fold is called. */
  readonly reasoning?: { readonly label: string; readonly body: readonly Block[] }
  /** What was said; in an answer the only `prose` is the text of the model, and notes say why it came to no good end. */
  readonly body: readonly Block[]
  /** Pictures in it; nobody checked yet whether they are any. */
  readonly images: readonly ImageBlock[]
  /** What the footer of a turn says; empty for everything else. */
  readonly footer: readonly string[]
}

/** How an item is drawn. */
export interface ItemOptions extends RenderOptions {
  /** It was said in a sub-agent, which is given its task by a model. */
  readonly isWithinAgent?: boolean
  /** Id of the session, for the footer. */
  readonly session?: string
}

/** What was said, as it is to be drawn. */
export function drawItem(item: ProseItem, options: ItemOptions): ItemDrawing {
  return itemDrawing(item, sheetOf(options), options)
}

/** The drawing for one sheet. */
export function itemDrawing(
  item: ProseItem,
  sheet: Sheet,
  { isWithinAgent = false, session }: Pick<ItemOptions, 'isWithinAgent' | 'session'>,
): ItemDrawing {
  const { words } = sheet
  const speaker = speakerOf(item, isWithinAgent)
  const lines = item.kind === 'assistant' ? linesOf(item.reasoning) : []
  return {
    speaker,
    name: words.said.speakers[speaker],
    ...(lines.length > 0 && {
      reasoning: {
        label: words.said.reasoningOf(lines.length),
        body: [{ kind: 'prose', lines, tone: 'quiet' }],
      },
    }),
    body: item.kind === 'assistant' ? answerBlocks(item, sheet) : itemBlocks(item, sheet),
    images: item.kind === 'user' || item.kind === 'assistant' ? (item.images ?? []) : [],
    footer: item.kind === 'end' ? footerOf(item, session, words) : [],
  }
}
