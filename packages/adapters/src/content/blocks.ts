import { pictureTypes, type ContentBlock, type ImageBlock, type PictureType } from '@millrace/protocol'

/** A picture in a format that all providers of pictures take. */
export interface Picture extends ImageBlock {
  mimeType: PictureType
}

/** Whether a block is a picture that providers take. */
export function isPicture(block: ContentBlock): block is Picture {
  return block.type === 'image' && pictureTypes.some((type) => type === block.mimeType)
}

/** What stands in a text for a block. */
export function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text.toWellFormed()
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}: not shown to this model]`.toWellFormed()
    case 'resource':
      return (
        block.resource.text ?? `[resource ${block.resource.uri}: not shown to this model]`
      ).toWellFormed()
    case 'resource_link':
      return `[resource ${block.name}: ${block.uri}]`.toWellFormed()
    default:
      // Other packages add kinds of their own.
      return `[${(block as { type: string }).type} content]`
  }
}

/** A result as one text, never empty, as providers refuse that. `inPlaceOf` says what stands for a picture. */
export function resultText(
  blocks: readonly ContentBlock[],
  inPlaceOf: (picture: Picture) => string = blockText,
): string {
  const whole = blocks.map((block) => (isPicture(block) ? inPlaceOf(block) : blockText(block))).join('\n')
  return whole.trim() === '' ? '(no output)' : whole
}

/**
 * Blocks as the parts of a provider, which has texts and pictures; never empty.
 * @param part - makes the provider's part of a text or of a picture.
 */
export function partsOf<T>(
  blocks: readonly ContentBlock[],
  part: { text(text: string): T; picture(picture: Picture): T },
): T[] {
  const parts = blocks.flatMap((block): T[] => {
    if (isPicture(block)) return [part.picture(block)]
    const words = blockText(block)
    return words.trim() === '' ? [] : [part.text(words)]
  })
  return parts.length === 0 ? [part.text('(no output)')] : parts
}

/** The address under which a picture carries itself. */
export function dataUrl({ mimeType, data }: Picture): string {
  return `data:${mimeType};base64,${data}`
}
