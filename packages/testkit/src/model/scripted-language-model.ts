import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { systemTimers, type Timers } from '@millrace/host'
import type { FinishReason, ModelName, ToolCallRequest, Usage } from '@millrace/protocol'
import { deliver, writtenCalls } from './delivery.ts'
import { ScriptReader, type Script, type ScriptedAnswer } from './script.ts'

/** What a scripted model of the AI SDK says of itself, and what it waits with. */
export interface ScriptedLanguageModelOptions {
  /** `{ provider: 'scripted', id: 'script' }` unless given. */
  readonly name?: ModelName
  /** Those of the machine unless given. */
  readonly timers?: Timers
}

/** A language model of the AI SDK that answers by a script. */
export type ScriptedLanguageModel = LanguageModelV3 & {
  /** What it was asked, in order. */
  readonly requests: readonly LanguageModelV3CallOptions[]
}

type Send = (part: LanguageModelV3StreamPart) => void

/**
 * A model of the AI SDK's specification `v3` that answers by a script, to test what stands between an agent and a provider
 * without a server. An error in place of a text fails the request; after a text it breaks the stream off.
 */
export function scriptedLanguageModel(
  script: Script<LanguageModelV3CallOptions>,
  options: ScriptedLanguageModelOptions = {},
): ScriptedLanguageModel {
  const { name = { provider: 'scripted', id: 'script' }, timers = systemTimers } = options
  const reader = new ScriptReader<LanguageModelV3CallOptions>(script, name.id)
  const requests: LanguageModelV3CallOptions[] = []
  let calls = 0
  const begin = async (asked: LanguageModelV3CallOptions): Promise<ScriptedAnswer<unknown>> => {
    requests.push(asked)
    const answer = await reader.answer(asked)
    answer.expect?.(asked)
    if ('error' in answer && answer.text === undefined && answer.reasoning === undefined) throw answer.error
    return answer as ScriptedAnswer<unknown>
  }
  const stream = async (
    answer: ScriptedAnswer<unknown>,
    signal: AbortSignal | undefined,
    send: Send,
  ): Promise<void> => {
    const words = wordSender(send)
    send({ type: 'stream-start', warnings: [] })
    const { isInterrupted } = await deliver(answer, { signal, timers, said: words.said })
    if (isInterrupted) throw signal?.reason
    words.end()
    const written = writtenCalls(answer.calls, () => `call_${++calls}`)
    sendCalls(written, send)
    const unified = unifiedOf(answer.finish ?? (written.length > 0 ? 'tool-calls' : 'stop'))
    send({ type: 'finish', usage: usageOf(answer.usage), finishReason: { unified, raw: unified } })
  }
  return {
    specificationVersion: 'v3',
    provider: name.provider,
    modelId: name.id,
    supportedUrls: {},
    requests,
    doGenerate: async (asked) => {
      const parts: LanguageModelV3StreamPart[] = []
      await stream(await begin(asked), asked.abortSignal, (part) => parts.push(part))
      return gathered(parts)
    },
    doStream: async (asked) => {
      const answer = await begin(asked)
      return { stream: streamOf((send) => stream(answer, asked.abortSignal, send)) }
    },
  }
}

function streamOf(produce: (send: Send) => Promise<void>): ReadableStream<LanguageModelV3StreamPart> {
  let isCancelled = false
  return new ReadableStream<LanguageModelV3StreamPart>({
    start(controller) {
      const send: Send = (part) => {
        if (!isCancelled) controller.enqueue(part)
      }
      const ended = (): void => {
        if (!isCancelled) controller.close()
      }
      produce(send).then(ended, (error: unknown) => controller.error(error))
    },
    cancel() {
      isCancelled = true
    },
  })
}

/** Puts pieces of one kind into one part of the stream, as providers do. */
function wordSender(send: Send): { said: (kind: 'text' | 'reasoning', delta: string) => void; end(): void } {
  let open: { kind: 'text' | 'reasoning'; id: string } | undefined
  let parts = 0
  const end = (): void => {
    if (open !== undefined) send({ type: `${open.kind}-end`, id: open.id })
    open = undefined
  }
  const said = (kind: 'text' | 'reasoning', delta: string): void => {
    if (open?.kind !== kind) {
      end()
      open = { kind, id: `part_${++parts}` }
      send({ type: `${kind}-start`, id: open.id })
    }
    send({ type: `${kind}-delta`, id: open.id, delta })
  }
  return { said, end }
}

function sendCalls(calls: readonly ToolCallRequest[], send: Send): void {
  for (const { id, name, arguments: input } of calls) {
    send({ type: 'tool-input-start', id, toolName: name })
    send({ type: 'tool-input-delta', id, delta: input })
    send({ type: 'tool-input-end', id })
    send({ type: 'tool-call', toolCallId: id, toolName: name, input })
  }
}

function gathered(parts: readonly LanguageModelV3StreamPart[]): LanguageModelV3GenerateResult {
  const content: LanguageModelV3Content[] = []
  let result: LanguageModelV3GenerateResult = {
    content,
    warnings: [],
    usage: usageOf(undefined),
    finishReason: { unified: 'other', raw: undefined },
  }
  for (const part of parts) {
    if (part.type === 'text-start') content.push({ type: 'text', text: '' })
    else if (part.type === 'reasoning-start') content.push({ type: 'reasoning', text: '' })
    else if (part.type === 'text-delta' || part.type === 'reasoning-delta') append(content, part.delta)
    else if (part.type === 'tool-call') content.push(part)
    else if (part.type === 'finish')
      result = { ...result, usage: part.usage, finishReason: part.finishReason }
  }
  return result
}

function append(content: LanguageModelV3Content[], delta: string): void {
  const last = content.pop()
  if (last?.type === 'text' || last?.type === 'reasoning') content.push({ ...last, text: last.text + delta })
}

function unifiedOf(finish: FinishReason): Exclude<FinishReason, 'interrupted'> {
  return finish === 'interrupted' ? 'other' : finish
}

function usageOf(usage: Usage | undefined): LanguageModelV3Usage {
  const { input, output, cachedInput, reasoning } = usage ?? {}
  return {
    inputTokens: {
      total: input,
      noCache: input === undefined ? undefined : input - (cachedInput ?? 0),
      cacheRead: cachedInput,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: output,
      text: output === undefined ? undefined : output - (reasoning ?? 0),
      reasoning,
    },
  }
}
