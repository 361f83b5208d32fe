import type { ImageBlock } from '@millrace/protocol'
import type { CardWords } from '../words/card-words.ts'
import { element, htmlText, picture, type Html } from './element.ts'

/** Pictures that a browser draws without running anything. */
const drawn: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A picture as part of the page, or in words where it is of another type or no base64. */
export function imageHtml({ mimeType, data }: ImageBlock, { body }: CardWords): Html {
  const isWhole = data.length % 4 === 0 && base64.test(data)
  if (isWhole && drawn.has(mimeType)) return picture(`data:${mimeType};base64,${data}`)
  return element('p', { class: 'note' }, htmlText(body.noPicture(mimeType)))
}
