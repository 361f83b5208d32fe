import type { ContentBlock, SessionEvent } from '@millrace/protocol'
import { headOf } from '@millrace/schema'

/** The texts of an event that a search looks at: what people, models and tools said to each other. */
export function textsOf(event: SessionEvent): readonly string[] {
  if (event.type === 'user/message' || event.type === 'assistant/message') {
    return contentTexts(event.data.message.content)
  }
  if (event.type === 'tool/call') return [event.data.arguments]
  return event.type === 'tool/result' ? contentTexts(event.data.content) : []
}

/** The types of events that have such texts. */
export const wordyTypes: ReadonlySet<string> = new Set([
  'user/message',
  'assistant/message',
  'tool/call',
  'tool/result',
] satisfies SessionEvent['type'][])

const longestTitle = 120

/** The first line that a person wrote, or nothing where the event is no message of theirs. */
export function titleIn(event: SessionEvent): string | undefined {
  if (event.type !== 'user/message' || event.agent !== undefined) return undefined
  const { source, content } = event.data.message
  // A log that somebody wrote by hand may say anything here.
  if (source !== undefined && source?.kind !== 'user') return undefined
  for (const text of contentTexts(content)) {
    const line = text.split(/[\r\n\u2028\u2029]+/).find((part) => part.trim() !== '')
    if (line !== undefined) return cutTo(line.trim(), longestTitle)
  }
  return undefined
}

function contentTexts(content: string | readonly ContentBlock[]): readonly string[] {
  if (typeof content === 'string') return [content]
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}

function cutTo(text: string, length: number): string {
  return text.length <= length ? text : `${headOf(text, length - 1)}…`
}
