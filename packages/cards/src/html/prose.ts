import { itemDrawing, type ItemDrawing } from '../drawing/item-drawing.ts'
import type { ProseItem } from '../layout/item-blocks.ts'
import type { Sheet } from '../layout/sheet.ts'
import { blocksHtml } from './blocks.ts'
import { element, htmlText, joined, type Html } from './element.ts'
import { imageHtml } from './images.ts'

/** Where something was said, and whether its folds are open. */
interface Place {
  readonly isOpen: boolean
  readonly isWithinAgent?: boolean
  readonly session?: string
}

/** What was said, with the pictures in it, and the footer of a turn; empty for an item that has nothing to show. */
export function proseHtml(item: ProseItem, sheet: Sheet, place: Place): Html {
  const drawing = itemDrawing(item, sheet, place)
  const { footer } = drawing
  const said = saidHtml(drawing, sheet, place.isOpen)
  if (footer.length === 0 || place.isWithinAgent === true) return said
  return joined([said, element('footer', {}, htmlText(footer.join(' | ')))])
}

function saidHtml(
  { speaker, name, reasoning, body, images }: ItemDrawing,
  sheet: Sheet,
  isOpen: boolean,
): Html {
  const parts = [
    ...(reasoning === undefined ? [] : [reasoningHtml(reasoning, sheet, isOpen)]),
    blocksHtml(body, sheet),
    ...images.map((image) => imageHtml(image, sheet.words)),
  ].filter((part) => part !== '')
  if (parts.length === 0) return joined([])
  return element('section', { class: speaker }, element('p', { class: 'speaker' }, htmlText(name)), ...parts)
}

function reasoningHtml(
  { label, body }: NonNullable<ItemDrawing['reasoning']>,
  sheet: Sheet,
  isOpen: boolean,
): Html {
  const heading = element('summary', {}, htmlText(label))
  return element('details', { open: isOpen }, heading, blocksHtml(body, sheet))
}
