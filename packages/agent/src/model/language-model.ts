import { systemClock, systemTimers, type Clock, type Timers } from '@millrace/host'
import { shown, type ModelName } from '@millrace/protocol'
import type {
  AgentModel,
  LanguageModel,
  ModelAnswer,
  ModelCallOptions,
  ModelNews,
  ModelPrice,
  ModelRequest,
} from '../contract/model.ts'
import { ModelError } from '../contract/model-error.ts'
import { backoff } from './backoff.ts'
import type { Dialect } from './dialect/dialect.ts'
import { safely } from './failure/redaction.ts'
import type { FailureContext } from './failure/model-failure.ts'
import { prepareCall, type CallTarget, type PreparedCall } from './request/call-options.ts'
import type { Pictures } from './request/content.ts'
import { attempt, type AttemptContext } from './stream/attempt.ts'

/** How a provider's model is used. */
export interface LanguageModelOptions {
  /** The provider's name, for people and logs; the SDK's own up to its first dot unless given. */
  readonly provider?: string
  readonly price?: ModelPrice
  /** Tokens that one request may have. */
  readonly contextWindow?: number
  /** Requests for one answer, the first included. 4 unless given. */
  readonly attempts?: number
  /** Milliseconds without any part of an answer after which it counts as cut off. 120,000 unless given. */
  readonly stallMs?: number
  /** How tools are described; that of the provider where it is known, `plain` otherwise. */
  readonly dialect?: Dialect
  /** Where pictures go; as the dialect has it unless given. */
  readonly pictures?: Pictures
  /** Values that no message may hold, such as the key. */
  readonly secrets?: readonly string[]
  /** The environment variable that holds the key, for messages. */
  readonly keyFrom?: string
  readonly timers?: Timers
  readonly clock?: Clock
  /** From 0 up to 1, for the time between attempts. */
  readonly random?: () => number
}

const usualAttempts = 4
const usualStall = 120_000
/** Different notices that are remembered, so that each is given once. */
const mostNotices = 1_000

const picturesOf: Readonly<Record<Dialect, Pictures>> = {
  openai: 'messages',
  'openai-strict': 'messages',
  anthropic: 'results',
  deepseek: 'none',
  plain: 'none',
}

/**
 * A model that the loop can ask, of a model of the AI SDK. Requests that fail for a while are made again; an answer
 * that breaks off or stalls is never taken for a whole one. What `onNews` throws ends the request and is thrown.
 */
export function languageModel(model: LanguageModel, options: LanguageModelOptions = {}): AgentModel {
  checkOptions(options)
  // The SDK's providers are named like `anthropic.messages`.
  const provider = model.provider.split('.')[0] ?? model.provider
  const dialect = options.dialect ?? dialectOf(provider)
  const asked = new Asked(model, options, {
    provider,
    dialect,
    pictures: options.pictures ?? picturesOf[dialect],
  })
  return {
    name: asked.name,
    ...(options.price !== undefined && { price: options.price }),
    ...(options.contextWindow !== undefined && { contextWindow: options.contextWindow }),
    ask: (request, call) => asked.ask(request, call),
  }
}

function checkOptions({ attempts = usualAttempts, stallMs = usualStall }: LanguageModelOptions): void {
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new RangeError(`attempts has to be an integer of at least 1, not ${attempts}`)
  }
  if (!(stallMs > 0)) throw new RangeError(`stallMs has to be more than 0, not ${stallMs}`)
}

function dialectOf(provider: string): Dialect {
  return provider === 'anthropic' || provider === 'deepseek' || provider === 'openai' ? provider : 'plain'
}

class Asked {
  readonly name: ModelName
  readonly #options: LanguageModelOptions
  readonly #target: CallTarget
  readonly #context: Omit<AttemptContext, 'failure' | 'onWarnings'>
  readonly #failure: Pick<FailureContext, 'model' | 'safe' | 'clock' | 'keyFrom'>
  readonly #told = new Set<string>()

  constructor(model: LanguageModel, options: LanguageModelOptions, target: CallTarget) {
    const { timers = systemTimers, clock = systemClock, stallMs = usualStall, keyFrom } = options
    this.name = Object.freeze({ provider: options.provider ?? target.provider, id: model.modelId })
    this.#options = options
    this.#target = target
    this.#context = { model, provider: target.provider, timers, clock, stallMs }
    this.#failure = {
      model: this.name,
      safe: safely(options.secrets ?? []),
      clock,
      ...(keyFrom !== undefined && { keyFrom }),
    }
  }

  async ask(
    request: ModelRequest,
    { signal, onNews = () => undefined }: ModelCallOptions,
  ): Promise<ModelAnswer> {
    const call = this.#prepared(request)
    const onWarnings = (warnings: readonly string[]): void => {
      for (const message of this.#unheard(warnings)) onNews({ kind: 'notice', message })
    }
    onWarnings(call.notices)
    const { toolOf, toolAt } = call
    const context = { ...this.#context, onWarnings, failure: { ...this.#failure, toolOf, toolAt } }
    return this.#answer(call, context, signal, onNews)
  }

  #prepared(request: ModelRequest): PreparedCall {
    try {
      return prepareCall(request, this.#target)
    } catch (error) {
      const words = error instanceof Error ? this.#failure.safe(error.message) : 'for an unknown reason'
      const { provider, id } = this.name
      const message = `${shown(`${provider}/${id}`)}: the request cannot be put together: ${words}; check its messages and tools`
      throw new ModelError('MODEL_BAD_REQUEST', message)
    }
  }

  async #answer(
    call: PreparedCall,
    context: AttemptContext,
    signal: AbortSignal,
    news: (item: ModelNews) => void,
  ): Promise<ModelAnswer> {
    const { attempts = usualAttempts, random = Math.random } = this.#options
    for (let made = 1; ; made++) {
      if (signal.aborted) return nothingYet()
      const end = await attempt(call, context, signal, news)
      if (end.kind !== 'failed') return end.answer
      const { error, units } = end
      if (error.retryable !== true || made >= attempts) throw made === 1 ? error : lastOf(error, made)
      const delayMs = backoff(made, error.retryAfterMs, random())
      const message =
        units === 0 ? error.message : `${error.message}; the part that had arrived counts for nothing`
      news({ kind: 'retry', attempt: made + 1, code: error.code, message, delayMs })
      await this.#wait(delayMs, signal)
    }
  }

  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#context.timers.sleep(milliseconds, signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Those that were not told yet: each is told once. */
  #unheard(notices: readonly string[]): string[] {
    const news = notices.filter((notice) => !this.#told.has(notice))
    for (const notice of news.slice(0, mostNotices - this.#told.size)) this.#told.add(notice)
    return news
  }
}

const nothingYet = (): ModelAnswer => ({ message: { role: 'assistant', content: [] }, finish: 'interrupted' })

/** The last failure of several. */
function lastOf(error: ModelError, made: number): ModelError {
  const { code, retryAfterMs } = error
  return new ModelError(code, `${error.message} (after ${made} attempts)`, {
    retryable: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
