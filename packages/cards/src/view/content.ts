import type {
  AudioBlock,
  ContentBlock,
  ImageBlock,
  ResourceBlock,
  ResourceLinkBlock,
  TextBlock,
} from '@millrace/protocol'
import { text } from '@millrace/protocol'
import { list, literal, optional, record, string, type Read } from './reader.ts'

const readers: ReadonlyMap<string, Read<ContentBlock>> = new Map<string, Read<ContentBlock>>([
  ['text', record<TextBlock>({ type: literal('text'), text: string })],
  ['image', record<ImageBlock>({ type: literal('image'), data: string, mimeType: string })],
  ['audio', record<AudioBlock>({ type: literal('audio'), data: string, mimeType: string })],
  [
    'resource',
    record<ResourceBlock>({
      type: literal('resource'),
      resource: record<ResourceBlock['resource']>({
        uri: string,
        mimeType: optional(string),
        text: optional(string),
        blob: optional(string),
      }),
    }),
  ],
  [
    'resource_link',
    record<ResourceLinkBlock>({
      type: literal('resource_link'),
      uri: string,
      name: string,
      description: optional(string),
      mimeType: optional(string),
    }),
  ],
])

const tag = record<{ type: string }>({ type: string })

/** One block of content; a kind that is not known here becomes a text that names it. */
const contentBlock: Read<ContentBlock> = (value) => {
  const { type } = tag(value)
  return readers.get(type)?.(value) ?? text(`[${type} content]`)
}

/** The blocks of a content. */
export const content: Read<ContentBlock[]> = list(contentBlock)

/** The blocks of a logged result; a log that holds something else still has a card. */
export function loggedContent(value: unknown): ContentBlock[] {
  try {
    return content(value)
  } catch {
    return [text('[unreadable content]')]
  }
}
