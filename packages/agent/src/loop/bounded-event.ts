import { text, type ContentBlock, type SessionEventMap, type SessionEventType } from '@millrace/protocol'
import { headOf } from '@millrace/schema'

/** Providers refuse larger media, and with them every later request that carries them. */
const mediaUnits = 5 * 1024 * 1024
const textUnits = 2 * 1024 * 1024

/** The data of an event with content that requests can carry; the very same where it is so already. */
export function boundedEvent<T extends SessionEventType>(
  type: T,
  data: SessionEventMap[T],
): SessionEventMap[T] {
  if (type === 'tool/result') {
    const result = data as SessionEventMap['tool/result']
    const content = boundedContent(result.content)
    return content === result.content ? data : { ...data, content }
  }
  if (type !== 'user/message') return data
  const { message } = data as SessionEventMap['user/message']
  const content = typeof message.content === 'string' ? cut(message.content) : boundedContent(message.content)
  return content === message.content ? data : { ...data, message: { ...message, content } }
}

function boundedContent(content: ContentBlock[]): ContentBlock[] {
  const bounded = content.map(boundedBlock)
  return bounded.some((block, at) => block !== content[at]) ? bounded : content
}

function boundedBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'text') {
    const short = cut(block.text)
    return short === block.text ? block : text(short)
  }
  const { data, resource } = block as { data?: unknown; resource?: { blob?: unknown; text?: unknown } }
  const size = Math.max(...[data, resource?.blob, resource?.text].map(unitsOf))
  if (size <= mediaUnits) return block
  return text(
    `[${block.type} of ${count(size)} characters left out: at most ${count(mediaUnits)} are carried; make it smaller, or keep it in a file]`,
  )
}

function unitsOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0
}

function cut(whole: string): string {
  if (whole.length <= textUnits) return whole
  const kept = headOf(whole, textUnits)
  return `${kept}\n[${count(whole.length - kept.length)} more characters left out]`
}

function count(amount: number): string {
  return amount.toLocaleString('en-US')
}
