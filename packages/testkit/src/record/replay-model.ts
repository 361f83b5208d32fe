import type { AgentModel, ModelAnswer, ModelCallOptions, ModelRequest } from '@millrace/agent'
import { contentText, type JsonValue } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import { aborted } from '../model/delivery.ts'
import { firstDifference } from './difference.ts'
import type { Redact } from './record-model.ts'
import { readRecording, RecordingError, thrownAgain, type RecordedExchange } from './recording.ts'

/** How requests are compared with the recorded ones. */
export interface ReplayOptions {
  /** Takes the system text for the same whatever it is, as it may name the day or a folder. */
  readonly ignoreSystem?: boolean
  /** As it was recorded with. */
  readonly redact?: Redact
}

/** A model that answers as it was recorded. */
export interface ReplayModel extends AgentModel {
  /** Recorded requests that nobody made yet. */
  readonly remaining: number
}

/**
 * A model that answers as a recording says, without a provider. Requests must come in the recorded order and be the same:
 * else it fails with `RECORDING_MISMATCH`, naming the first difference, or `RECORDING_EXHAUSTED`. An answer that was
 * interrupted waits for an abort again.
 * @param recording - the text of it, or its lines.
 * @throws RecordingError `RECORDING_INVALID`.
 */
export function replayModel(recording: string | Iterable<string>, options: ReplayOptions = {}): ReplayModel {
  const { header, exchanges } = readRecording(recording)
  let asked = 0
  return {
    name: header.model,
    ...(header.contextWindow !== undefined && { contextWindow: header.contextWindow }),
    get remaining() {
      return Math.max(exchanges.length - asked, 0)
    },
    async ask(request, calling): Promise<ModelAnswer> {
      const index = asked++
      const exchange = exchanges[index]
      if (exchange === undefined) throw exhausted(index, exchanges.length)
      checkSame(exchange, request, options)
      return played(exchange, calling)
    },
  }
}

async function played(
  { news, answer, failure }: RecordedExchange,
  { signal, onNews }: ModelCallOptions,
): Promise<ModelAnswer> {
  if (signal.aborted) return nothing
  for (const item of news) onNews?.(item)
  if (failure !== undefined || answer === undefined)
    throw thrownAgain(failure ?? { name: 'Error', message: 'no answer was recorded' })
  const thought = (answer.message.reasoning ?? []).map((part) => part.text).join('')
  if (thought !== '') onNews?.({ kind: 'reasoning', text: thought })
  const words = contentText(answer.message.content)
  if (words !== '') onNews?.({ kind: 'text', text: words })
  if (answer.finish === 'interrupted') await aborted(signal)
  return answer
}

const nothing: ModelAnswer = { message: { role: 'assistant', content: [] }, finish: 'interrupted' }

function checkSame(exchange: RecordedExchange, request: ModelRequest, options: ReplayOptions): void {
  const { ignoreSystem = false, redact = (value: JsonValue): JsonValue => value } = options
  const got = redact(snapshotJsonValue(request))
  const bare = (value: JsonValue): JsonValue =>
    ignoreSystem ? { ...(value as { [key: string]: JsonValue }), system: '' } : value
  const difference = firstDifference(bare(exchange.request), bare(got))
  if (difference === undefined) return
  const { path, expected, got: found } = difference
  throw new RecordingError(
    'RECORDING_MISMATCH',
    `request ${exchange.index + 1} is not the recorded one: "${path}" was ${expected} and is ${found}; record it again where the change is meant`,
  )
}

function exhausted(index: number, length: number): RecordingError {
  return new RecordingError(
    'RECORDING_EXHAUSTED',
    `request ${index + 1} was never recorded: the recording has ${length}; record it again where the request is meant`,
  )
}
