/** Plain text for the model. */
export interface TextBlock {
  type: 'text'
  text: string
}

/** A picture, base64-encoded. */
export interface ImageBlock {
  type: 'image'
  /** Base64 of the encoded picture. */
  data: string
  /** For example `image/png`. */
  mimeType: string
}

/** Sound, base64-encoded. */
export interface AudioBlock {
  type: 'audio'
  /** Base64 of the encoded sound. */
  data: string
  /** For example `audio/wav`. */
  mimeType: string
}

/** A resource carried inside the result, as in the Model Context Protocol. */
export interface ResourceBlock {
  type: 'resource'
  resource: { uri: string; mimeType?: string; text?: string; blob?: string }
}

/** A pointer to a resource; nothing dereferences it by itself. */
export interface ResourceLinkBlock {
  type: 'resource_link'
  uri: string
  name: string
  description?: string
  mimeType?: string
}

/** The known kinds of content by their tag; other packages add theirs by declaration merging. */
export interface ContentBlockTypes {
  text: TextBlock
  image: ImageBlock
  audio: AudioBlock
  resource: ResourceBlock
  resource_link: ResourceLinkBlock
}

/** One piece of what the model reads. */
export type ContentBlock = ContentBlockTypes[keyof ContentBlockTypes]

/** A text block. */
export function text(value: string): TextBlock {
  return { type: 'text', text: value }
}

/** All blocks as one text, a line break between them; a block without text stands as `[image content]`. */
export function contentText(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type} content]`)).join('\n')
}
