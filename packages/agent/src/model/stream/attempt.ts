import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import type { Clock, Timers } from '@millrace/host'
import type { LanguageModel, ModelAnswer, ModelNews } from '../../contract/model.ts'
import type { ModelError } from '../../contract/model-error.ts'
import { cutFailure, requestFailure, streamFailure, type FailureContext } from '../failure/model-failure.ts'
import type { PreparedCall } from '../request/call-options.ts'
import { AnswerInProgress, StreamError, StreamFault } from './answer.ts'
import { warningText } from './warning-text.ts'
import { linkedSignal } from './linked-signal.ts'
import { watchdog } from './watchdog.ts'

/** What one request needs. */
export interface AttemptContext {
  readonly model: LanguageModel
  /** Under which metadata goes back. */
  readonly provider: string
  readonly timers: Timers
  readonly clock: Clock
  readonly stallMs: number
  readonly failure: FailureContext
  /** Hears what the provider's package cannot do, before anything else. */
  readonly onWarnings: (warnings: readonly string[]) => void
}

/** How one request ended: with an answer, which may be an interrupted one, or a failure, which says how much had arrived. */
export type Attempt =
  | { readonly kind: 'answer'; readonly answer: ModelAnswer }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly units: number }

/** What whoever listens to news threw. */
class ListenerFault extends Error {}

/** Makes one request and reads its answer. Rejects only with what the listener throws. */
export async function attempt(
  call: PreparedCall,
  context: AttemptContext,
  outer: AbortSignal,
  onNews: (news: ModelNews) => void,
): Promise<Attempt> {
  const link = linkedSignal(outer)
  const dog = watchdog(context.stallMs, context.timers, context.clock)
  let isOver = false
  const answer = new AnswerInProgress(context.provider, call.toolOf, (news) => {
    if (!isOver) told(() => onNews(news))
  })
  const reading = read(call, context, link.signal, (part) => {
    dog.feed()
    if (isOver) return
    if (part.type === 'stream-start') told(() => context.onWarnings(part.warnings.map(warningText)))
    else answer.take(part)
  }).then((): Attempt => ({ kind: 'answer', answer: answer.whole() }))
  const ended = reading.catch((error: unknown) => failed(error, answer, context, outer))
  try {
    return await Promise.race([
      ended,
      interruption(link.signal, answer),
      starvation(dog.starved, answer, context),
    ])
  } finally {
    isOver = true
    dog.stop()
    link.unlink()
    link.abort(new Error('the request is over'))
  }
}

function told(tell: () => void): void {
  try {
    tell()
  } catch (error) {
    throw new ListenerFault('a listener failed', { cause: error })
  }
}

/** A failure that is still to be told apart: of the request, or of a stream that had begun. */
class Broken extends Error {
  readonly begun: boolean

  constructor(begun: boolean, cause: unknown) {
    super('the request failed', { cause })
    this.begun = begun
  }
}

async function read(
  call: PreparedCall,
  context: AttemptContext,
  signal: AbortSignal,
  take: (part: LanguageModelV3StreamPart) => void,
): Promise<void> {
  let reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart>
  try {
    const { stream } = await context.model.doStream({ ...call.options, abortSignal: signal })
    reader = stream.getReader()
  } catch (error) {
    throw new Broken(false, error)
  }
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  try {
    for (let next = await partFrom(reader); !next.done; next = await partFrom(reader)) take(next.value)
  } finally {
    // Not waited for: a stream that hangs hangs here, too; the signal ends the request in any case.
    reader.cancel().catch(() => undefined)
  }
}

async function partFrom(
  reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart>,
): ReturnType<ReadableStreamDefaultReader<LanguageModelV3StreamPart>['read']> {
  try {
    return await reader.read()
  } catch (error) {
    throw new Broken(true, error)
  }
}

function failed(
  error: unknown,
  answer: AnswerInProgress,
  context: AttemptContext,
  outer: AbortSignal,
): Attempt {
  if (error instanceof ListenerFault) throw error.cause
  if (outer.aborted) return { kind: 'answer', answer: answer.interrupted() }
  return { kind: 'failed', error: errorFor(error, context), units: answer.units }
}

function errorFor(error: unknown, { failure }: AttemptContext): ModelError {
  if (error instanceof StreamFault) return cutFailure(error.message, failure)
  if (error instanceof StreamError) return streamFailure(error.cause, true, failure)
  // A part that is not what its type says.
  if (!(error instanceof Broken)) return cutFailure('a part of the answer could not be read', failure)
  return error.begun ? streamFailure(error.cause, false, failure) : requestFailure(error.cause, failure)
}

/** Settles once the request is stopped from outside. */
function interruption(signal: AbortSignal, answer: AnswerInProgress): Promise<Attempt> {
  return new Promise((resolve) => {
    const stop = (): void => resolve({ kind: 'answer', answer: answer.interrupted() })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

async function starvation(
  starved: Promise<boolean>,
  answer: AnswerInProgress,
  { failure, stallMs }: AttemptContext,
): Promise<Attempt> {
  if (!(await starved)) return new Promise(() => undefined)
  const error = cutFailure(`nothing arrived for ${stallMs / 1000} s`, failure)
  return { kind: 'failed', error, units: answer.units }
}
