import { parseToolArguments, type JsonValue } from '@millrace/schema'
import { messageOf } from '@millrace/protocol'
import type { RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../is-record.ts'

/** What the text of a message says of structured content; the engine's parser rounds numbers and drops keys. */
export interface Exact {
  /** The content, frozen; absent where it has a flaw. */
  readonly structured?: JsonValue
  /** What cannot be represented, and where. */
  readonly flaw?: string
}

/** What parsing hid of messages that were not yet delivered, by their ids. */
export class ExactMessages {
  private readonly found = new Map<RequestId, Exact>()
  private isExpected: (id: RequestId) => boolean = () => false

  /** Says whose messages are of interest; of others nothing is kept. */
  expects(isExpected: (id: RequestId) => boolean): void {
    this.isExpected = isExpected
  }

  /** Looks at the text of a message, or of a batch, once more where a result has structured content. */
  examine(text: string, parsed: unknown): void {
    const messages = (Array.isArray(parsed) ? parsed : [parsed]).map(structuredOf)
    if (messages.every((message) => message === undefined)) return
    const whole = exactly(text)
    for (const [index, message] of messages.entries()) {
      if (message === undefined || !this.isExpected(message.id)) continue
      const exact =
        typeof whole === 'string' ? undefined : structuredOf(Array.isArray(whole) ? whole[index] : whole)
      this.found.set(message.id, exact ?? { flaw: typeof whole === 'string' ? whole : 'it cannot be read' })
    }
  }

  /** The same where nobody has parsed the text yet; what is no JSON is left to whoever parses it. */
  examineText(text: string): void {
    // A key may hide behind escapes.
    if (!text.includes('"structuredContent"') && !text.includes('\\u')) return
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      return
    }
    this.examine(text, parsed)
  }

  take(id: RequestId): Exact | undefined {
    const found = this.found.get(id)
    this.found.delete(id)
    return found
  }
}

function structuredOf(
  message: unknown,
): { readonly id: RequestId; readonly structured: JsonValue } | undefined {
  if (!isRecord(message)) return undefined
  const { id, result } = message
  if (typeof id !== 'number' && typeof id !== 'string') return undefined
  if (!isRecord(result) || !('structuredContent' in result)) return undefined
  return { id, structured: result['structuredContent'] as JsonValue }
}

/** The value of a text, or why no value holds it exactly. */
function exactly(text: string): object | string {
  try {
    return parseToolArguments(text) as object
  } catch (error) {
    const said = messageOf(error)
    return said.slice(said.indexOf(': ') + 1).trim()
  }
}
