import { contentText, shown, type ContentBlock } from '@millrace/protocol'
import { headOf } from '@millrace/schema'
import type { Conversation, Entry } from '../conversation/conversation.ts'

/** UTF-16 units that one part may have; the second and third where the whole is too long otherwise. */
const partLengths = [4_000, 1_000, 250] as const

/**
 * The past as one text to be summarised, at most so many UTF-16 units long: parts are cut first, then those between the
 * beginning and the end are left out, and both is said.
 */
export function transcriptOf(summary: string | undefined, entries: readonly Entry[], room: number): string {
  let parts: string[] = []
  for (const length of partLengths) {
    parts = entries.flatMap((entry) => partOf(entry, length) ?? [])
    if (summary !== undefined) parts.unshift(`SUMMARY OF WHAT WAS BEFORE\n${summary}`)
    if (lengthOf(parts) <= room) return parts.join('\n\n')
  }
  return withoutMiddle(parts, room)
}

/** What stands before the current turn, and the number of the event that begins the turn. */
export function pastOf(
  { entries }: Conversation,
  turn: number,
): { readonly entries: readonly Entry[]; readonly keptFrom: number } | undefined {
  const begin = entries.findIndex((entry) => entry.kind === 'user' && entry.turn === turn)
  const first = entries[begin]
  return begin <= 0 || first === undefined
    ? undefined
    : { entries: entries.slice(0, begin), keptFrom: first.seq }
}

function partOf(entry: Entry, length: number): string | undefined {
  switch (entry.kind) {
    case 'user': {
      const { content, source } = entry.message
      const who = source?.kind === 'plugin' ? `PLUGIN ${shown(source.plugin)}` : 'USER'
      return `${who}\n${cut(textOf(content), length)}`
    }
    case 'assistant': {
      const { content, toolCalls = [] } = entry.message
      const calls = toolCalls.map(
        ({ name, arguments: args }) => `[calls ${shown(name)} with ${cut(args, length)}]`,
      )
      const said = cut(textOf(content), length)
      return said === '' && calls.length === 0
        ? undefined
        : `ASSISTANT\n${[said, ...calls].join('\n').trim()}`
    }
    case 'result': {
      const text = entry.pruned ?? contentText(entry.content)
      return `${entry.isError ? 'ERROR' : 'RESULT'} OF ${shown(entry.tool)}\n${cut(text, length)}`
    }
  }
}

function textOf(content: string | readonly ContentBlock[]): string {
  return typeof content === 'string' ? content : contentText(content)
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${headOf(text, length)} […${text.length - length} more characters]`
}

function withoutMiddle(parts: readonly string[], room: number): string {
  const [first = '', ...others] = parts
  const tail: string[] = []
  let left = room - first.length
  for (const part of others.toReversed()) {
    left -= part.length + 2
    if (left < 0) break
    tail.unshift(part)
  }
  const missing = others.length - tail.length
  return [headOf(first, room), `[… ${missing} parts left out …]`, ...tail].join('\n\n')
}

const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length + 2, 0)
