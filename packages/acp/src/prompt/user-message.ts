import type * as acp from '@agentclientprotocol/sdk'
import { pictureFault, pictureSize, type ContentBlock, type UserMessage } from '@millrace/protocol'
import { AcpError } from '../acp-error.ts'

/** What a person said in an editor, for the model. @throws AcpError `ACP_INVALID_PARAMS`. */
export function userMessage(prompt: readonly acp.ContentBlock[]): UserMessage {
  const content = prompt.map(blockOf)
  if (content.every((block) => block.type === 'text' && block.text.trim() === ''))
    throw new AcpError('ACP_INVALID_PARAMS', 'the prompt is empty; send at least one block with content')
  const [only] = content
  if (content.length === 1 && only?.type === 'text') return { role: 'user', content: only.text }
  return { role: 'user', content }
}

function blockOf(block: acp.ContentBlock): ContentBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'image':
      return pictureOf(block)
    case 'audio':
      throw new AcpError(
        'ACP_INVALID_PARAMS',
        'this agent takes no audio; it takes text, images and resources',
      )
    case 'resource_link': {
      const { uri, name, description, mimeType } = block
      return {
        type: 'resource_link',
        uri,
        name,
        ...(typeof description === 'string' && { description }),
        ...(typeof mimeType === 'string' && { mimeType }),
      }
    }
    case 'resource':
      return resourceOf(block)
  }
}

/** A picture within the bounds of those from anywhere else. */
function pictureOf({ data, mimeType }: acp.ImageContent): ContentBlock {
  const bytes = Buffer.from(data, 'base64')
  const fault = pictureFault(bytes.length, pictureSize(bytes, mimeType))
  if (fault !== undefined)
    throw new AcpError('ACP_INVALID_PARAMS', `a picture of the prompt is too large: ${fault}`)
  return { type: 'image', data, mimeType }
}

/** The text of a file that the person attached stands in the prompt under its name. */
function resourceOf({ resource }: acp.EmbeddedResource): ContentBlock {
  const { uri, mimeType } = resource
  const type = typeof mimeType === 'string' ? { mimeType } : {}
  if (!('text' in resource)) return { type: 'resource', resource: { uri, blob: resource.blob, ...type } }
  return {
    type: 'resource',
    resource: { uri, text: `<resource uri=${JSON.stringify(uri)}>\n${resource.text}\n</resource>`, ...type },
  }
}
