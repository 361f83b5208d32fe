import type * as acp from '@agentclientprotocol/sdk'
import { escapeVisible, type ContentBlock, type FileDiff } from '@millrace/protocol'
import { boundedText, longestText } from './text.ts'
import type { Places } from './places.ts'

/** Base64 units of a picture or sound that an editor is sent. */
const longestMedia = 8 * 1024 * 1024

/** A block of a result as an editor takes it; what it cannot show becomes words. */
export function acpBlock(block: ContentBlock): acp.ContentBlock {
  switch (block.type) {
    case 'text':
      return textBlock(visible(block.text))
    case 'image':
    case 'audio':
      if (block.data.length > longestMedia)
        return textBlock(`[${block.type}, ${escapeVisible(block.mimeType)}: too large to be shown]`)
      return { type: block.type, data: block.data, mimeType: block.mimeType }
    case 'resource_link': {
      const { uri, name, description, mimeType } = block
      return {
        type: 'resource_link',
        uri,
        name,
        ...(description !== undefined && { description }),
        ...(mimeType !== undefined && { mimeType }),
      }
    }
    case 'resource':
      return resourceBlock(block.resource)
  }
}

/** A text of a tool, in which nothing hides. */
function visible(text: string): string {
  return escapeVisible(boundedText(text), { lines: true })
}

type Resource = Extract<ContentBlock, { type: 'resource' }>['resource']

function resourceBlock({ uri, mimeType, text, blob }: Resource): acp.ContentBlock {
  const type = mimeType === undefined ? {} : { mimeType }
  if (text !== undefined) return { type: 'resource', resource: { uri, text: visible(text), ...type } }
  if (blob !== undefined && blob.length <= longestMedia)
    return { type: 'resource', resource: { uri, blob, ...type } }
  return textBlock(`[resource ${escapeVisible(uri)}: not shown]`)
}

/** A block of text. */
export function textBlock(text: string): acp.ContentBlock {
  return { type: 'text', text }
}

/** Content of a call: one block. */
export function shownBlock(content: acp.ContentBlock): acp.ToolCallContent {
  return { type: 'content', content }
}

/** Content of a call: words. */
export function shownText(text: string): acp.ToolCallContent {
  return shownBlock(textBlock(text))
}

/** Content of a call: changes of files; those that are too long to be shown are said to be. */
export function shownDiffs(diffs: readonly FileDiff[], places: Places): acp.ToolCallContent[] {
  return diffs.map(({ path, oldText, newText }) => shownDiff(places.absolute(path), oldText, newText))
}

/** UTF-16 units of both sides of a change. */
const longestDiff = 16 * longestText

/** Content of a call: the change of one file. */
export function shownDiff(path: string, oldText: string | null, newText: string): acp.ToolCallContent {
  const length = (oldText?.length ?? 0) + newText.length
  if (length <= longestDiff) return { type: 'diff', path, oldText, newText }
  return shownText(`the change of ${escapeVisible(path)} has ${length} characters, which is too much to show`)
}
