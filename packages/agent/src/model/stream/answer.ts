import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import {
  shown,
  type AssistantMessage,
  type ContentBlock,
  type FinishReason,
  type JsonObject,
  type JsonValue,
  type ToolCallRequest,
} from '@millrace/protocol'
import { isJsonValue } from '@millrace/schema'
import type { ModelAnswer, ModelNews } from '../../contract/model.ts'
import { isNode } from '../dialect/reference.ts'
import { TextPieces } from './text-pieces.ts'
import { usageOf } from './usage.ts'

/** UTF-16 units of one answer, all of its parts together. */
const longestAnswer = 32 * 1024 * 1024

/** What the provider's stream did that no stream may do. */
export class StreamFault extends Error {}

/** What went wrong according to the provider, within a stream. */
export class StreamError extends Error {}

interface Text {
  text: string
  metadata: JsonObject
  readonly pieces: TextPieces
}

type Part<T extends LanguageModelV3StreamPart['type']> = Extract<LanguageModelV3StreamPart, { type: T }>

/** One answer as it comes together from the parts of a stream. */
export class AnswerInProgress {
  readonly #content: (Text | ContentBlock)[] = []
  readonly #reasoning: Text[] = []
  readonly #open = new Map<string, Text>()
  readonly #calls: ToolCallRequest[] = []
  /** Calls whose arguments were announced, and how many units of them arrived. */
  readonly #inputs = new Map<string, number>()
  #finish: Part<'finish'> | undefined
  #units = 0
  readonly #provider: string
  readonly #toolOf: (name: string) => string
  readonly #news: (news: ModelNews) => void

  /** @param toolOf - our name of a tool that the provider names. */
  constructor(provider: string, toolOf: (name: string) => string, news: (news: ModelNews) => void) {
    this.#provider = provider
    this.#toolOf = toolOf
    this.#news = news
  }

  /** UTF-16 units of text, reasoning and arguments that have arrived. */
  get units(): number {
    return this.#units
  }

  /** Takes the next part. @throws StreamFault for what no stream may do, StreamError for what the provider reports. */
  take(part: LanguageModelV3StreamPart): void {
    if (this.#finish !== undefined) return
    if (part.type === 'error') {
      throw new StreamError('the provider reports an error in its answer', { cause: part.error })
    }
    if (part.type === 'finish') this.#finish = part
    else if (!this.#takeWords(part)) this.#takeOther(part)
  }

  /** Takes text and reasoning. @returns whether the part was of these. */
  #takeWords(part: LanguageModelV3StreamPart): boolean {
    if (part.type === 'text-start' || part.type === 'reasoning-start') this.#begin(part)
    else if (part.type === 'text-delta' || part.type === 'reasoning-delta') this.#grow(part)
    else if (part.type === 'text-end' || part.type === 'reasoning-end') this.#end(part)
    else return false
    return true
  }

  // Ends of parts, sources and what later versions add are nothing of an answer.
  #takeOther(part: LanguageModelV3StreamPart): void {
    if (part.type === 'tool-input-start') {
      this.#count('')
      this.#inputs.set(part.id, 0)
    } else if (part.type === 'tool-input-delta') {
      this.#count(part.delta)
      this.#inputs.set(part.id, (this.#inputs.get(part.id) ?? 0) + part.delta.length)
    } else if (part.type === 'tool-call') this.#call(part)
    else if (part.type === 'file') this.#file(part)
    else if (part.type === 'tool-result' || part.type === 'tool-approval-request') {
      this.#notice(`the provider sent a ${part.type}, which concerns tools of its own: left out`)
    }
  }

  /** The whole answer. @throws StreamFault where the stream did not end as a whole answer does. */
  whole(): ModelAnswer {
    const finish = this.#finish
    if (finish === undefined) throw new StreamFault('the answer ended without its last part')
    const { unified, raw } = finish.finishReason
    if (unified === 'error' || (unified === 'other' && raw === undefined)) {
      throw new StreamFault('the answer ended without saying why')
    }
    if (unified === 'length') this.#dropUnwritten()
    if (unified === 'tool-calls' && this.#calls.length === 0) {
      throw new StreamFault('the model wanted to call tools, but no call arrived')
    }
    const usage = usageOf(finish.usage)
    return {
      message: this.#message(),
      finish: reasonOf(unified, this.#calls.length > 0),
      ...(usage !== undefined && { usage }),
    }
  }

  /** What has arrived so far, of calls only complete ones. */
  interrupted(): ModelAnswer {
    const usage = usageOf(this.#finish?.usage)
    return { message: this.#message(), finish: 'interrupted', ...(usage !== undefined && { usage }) }
  }

  #begin(part: Part<'text-start' | 'reasoning-start'>): Text {
    const text: Text = { text: '', metadata: metadataOf(part.providerMetadata), pieces: new TextPieces() }
    this.#count('')
    if (part.type === 'text-start') this.#content.push(text)
    else this.#reasoning.push(text)
    this.#open.set(keyOf(part), text)
    return text
  }

  #grow(part: Part<'text-delta' | 'reasoning-delta'>): void {
    const isText = part.type === 'text-delta'
    const type = isText ? 'text-start' : 'reasoning-start'
    const text = this.#open.get(keyOf(part)) ?? this.#begin({ type, id: part.id })
    this.#count(part.delta)
    text.text += part.delta
    text.metadata = together(text.metadata, part.providerMetadata)
    const piece = text.pieces.push(part.delta)
    if (piece !== '') this.#news({ kind: isText ? 'text' : 'reasoning', text: piece })
  }

  #end(part: Part<'text-end' | 'reasoning-end'>): void {
    const text = this.#open.get(keyOf(part))
    if (text !== undefined) text.metadata = together(text.metadata, part.providerMetadata)
    this.#open.delete(keyOf(part))
  }

  #call(part: Part<'tool-call'>): void {
    if (part.providerExecuted === true) {
      this.#notice('the provider called a tool of its own: left out')
      return
    }
    if (!this.#inputs.has(part.toolCallId)) this.#count(part.input)
    this.#count(part.toolName)
    const metadata = metadataOf(part.providerMetadata)
    this.#calls.push({
      id: part.toolCallId,
      name: this.#toolOf(part.toolName),
      arguments: part.input,
      ...(Object.keys(metadata).length > 0 && { metadata }),
    })
  }

  #file(part: Part<'file'>): void {
    if (typeof part.data !== 'string' || !part.mediaType.startsWith('image/')) {
      this.#notice(`the model sent a file of type ${shown(part.mediaType)}: left out`)
      return
    }
    this.#count(part.data)
    this.#content.push({ type: 'image', data: part.data, mimeType: part.mediaType })
  }

  /** An answer that was cut before any argument was written looks like a call without arguments. */
  #dropUnwritten(): void {
    const last = this.#calls.at(-1)
    if (last === undefined || this.#inputs.get(last.id) !== 0) return
    this.#calls.pop()
    this.#notice(
      `the answer reached its limit before the arguments of ${shown(last.name)}: the call was left out`,
    )
  }

  #count(text: string): void {
    // A part costs something even where it is empty.
    this.#units += text.length + 1
    if (this.#units > longestAnswer) {
      throw new StreamFault(`the answer is longer than ${longestAnswer} units, which no model writes`)
    }
  }

  #notice(message: string): void {
    this.#news({ kind: 'notice', message })
  }

  #message(): AssistantMessage {
    const reasoning = this.#reasoning
      .filter(({ text, metadata }) => text !== '' || Object.keys(metadata).length > 0)
      .map(({ text, metadata }) => ({
        text: text.toWellFormed(),
        metadata: { ...metadata, [this.#provider]: metadata[this.#provider] ?? {} },
      }))
    const content = this.#content.flatMap((block): ContentBlock[] => {
      if ('type' in block) return [block]
      return block.text === '' ? [] : [{ type: 'text', text: block.text.toWellFormed() }]
    })
    return {
      role: 'assistant',
      ...(reasoning.length > 0 && { reasoning }),
      content,
      ...(this.#calls.length > 0 && { toolCalls: [...this.#calls] }),
    }
  }
}

const keyOf = (part: { readonly type: string; readonly id: string }): string =>
  `${part.type.startsWith('text') ? 'text' : 'reasoning'} ${part.id}`

/** What the provider wants back; left out where it is not lossless JSON. */
function metadataOf(metadata: unknown): JsonObject {
  if (typeof metadata !== 'object' || metadata === null) return {}
  const entries = Object.entries(metadata).filter((entry): entry is [string, JsonValue] =>
    isJsonValue(entry[1]),
  )
  return Object.fromEntries(entries)
}

/** Metadata that comes in pieces, put together for each provider. */
function together(before: JsonObject, news: unknown): JsonObject {
  const merged = Object.entries(metadataOf(news)).map(([provider, value]) => {
    const old = Object.hasOwn(before, provider) ? before[provider] : undefined
    return [provider, isNode(old) && isNode(value) ? { ...old, ...value } : value] as const
  })
  return { ...before, ...Object.fromEntries(merged) }
}

function reasonOf(unified: Exclude<FinishReason, 'interrupted'>, hasCalls: boolean): FinishReason {
  // Some servers end an answer with calls as any other.
  return hasCalls && unified === 'stop' ? 'tool-calls' : unified
}
