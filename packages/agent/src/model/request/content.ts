import type { LanguageModelV3FilePart, LanguageModelV3TextPart } from '@ai-sdk/provider'
import type { ContentBlock, ImageBlock } from '@millrace/protocol'

/**
 * Where a provider takes pictures: in the results of tools and in messages, in messages alone (pictures of results
 * follow in one), or nowhere.
 */
export type Pictures = 'results' | 'messages' | 'none'

const formats = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Whether a block is a picture in a format that all providers of pictures take. */
export function isPicture(block: ContentBlock): block is ImageBlock {
  return block.type === 'image' && formats.has(block.mimeType)
}

/** What stands in a text for a block. */
export function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}: not shown to this model]`
    case 'resource':
      return block.resource.text ?? `[resource ${block.resource.uri}: not shown to this model]`
    case 'resource_link':
      return `[resource ${block.name}: ${block.uri}]`
  }
}

/** What a person or plugin said, in the parts of the SDK; never empty, as providers refuse that. */
export function userParts(
  content: string | readonly ContentBlock[],
  pictures: Pictures,
): (LanguageModelV3TextPart | LanguageModelV3FilePart)[] {
  const blocks: readonly ContentBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const parts = blocks.flatMap((block): (LanguageModelV3TextPart | LanguageModelV3FilePart)[] => {
    if (pictures !== 'none' && isPicture(block)) return [pictureOf(block)]
    const text = blockText(block).toWellFormed()
    return text.trim() === '' ? [] : [{ type: 'text', text }]
  })
  return parts.length === 0 ? [{ type: 'text', text: '(empty)' }] : parts
}

/** A picture as a part of a message. */
export function pictureOf(block: ImageBlock): LanguageModelV3FilePart {
  return { type: 'file', mediaType: block.mimeType, data: block.data }
}

/** The text of a result, where pictures that are shown elsewhere are named. */
export function resultText(content: readonly ContentBlock[], shownElsewhere: boolean): string {
  const lines = content.map((block) =>
    shownElsewhere && isPicture(block)
      ? `[image, ${block.mimeType}: shown after the results]`
      : blockText(block),
  )
  const text = lines.join('\n').toWellFormed()
  return text.trim() === '' ? '(no output)' : text
}
