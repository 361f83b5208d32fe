import type { AgentModel, ModelAnswer, ModelCallOptions, ModelPrice, ModelRequest } from '@millrace/agent'
import { systemTimers, type Timers } from '@millrace/host'
import { text, type ModelName } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import { deliver, writtenCalls, type Delivered } from './delivery.ts'
import { ScriptReader, type Script, type ScriptedAnswer } from './script.ts'

/** What a scripted model says of itself, and what it waits with. */
export interface ScriptedModelOptions {
  /** `{ provider: 'scripted', id: 'script' }` unless given. */
  readonly name?: ModelName
  readonly price?: ModelPrice
  readonly contextWindow?: number
  /** Those of the machine unless given. */
  readonly timers?: Timers
}

/** A model that answers by a script. */
export interface ScriptedModel extends AgentModel {
  /** What it was asked, in order, as frozen copies. */
  readonly requests: readonly ModelRequest[]
  /** Answers that nobody asked for yet; `undefined` where the script is no list. */
  readonly remaining: number | undefined
}

/**
 * A model that answers by a script: texts, calls, errors, delays, or a wait for an abort. Like a provider it takes requests of
 * lossless JSON alone, and when it is aborted it answers with the text that was streamed so far.
 * It fails with `SCRIPT_EXHAUSTED` where it is asked more often than its script has answers.
 */
export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
  const {
    name = { provider: 'scripted', id: 'script' },
    price,
    contextWindow,
    timers = systemTimers,
  } = options
  const reader = new ScriptReader<ModelRequest>(script, name.id)
  const requests: ModelRequest[] = []
  let calls = 0
  const ask = async (request: ModelRequest, { signal, onNews }: ModelCallOptions): Promise<ModelAnswer> => {
    const asked = snapshotJsonValue(request) as unknown as ModelRequest
    requests.push(asked)
    const answer = await reader.answer(asked)
    answer.expect?.(asked)
    for (const news of answer.news ?? []) onNews?.(news)
    const delivered = await deliver(answer, {
      signal,
      timers,
      said: (kind, piece) => onNews?.({ kind, text: piece }),
    })
    return answerOf(answer, delivered, () => `call_${++calls}`)
  }
  return {
    name,
    ...(price !== undefined && { price }),
    ...(contextWindow !== undefined && { contextWindow }),
    requests,
    get remaining() {
      return reader.remaining
    },
    ask,
  }
}

function answerOf(answer: ScriptedAnswer, delivered: Delivered, id: () => string): ModelAnswer {
  const { isInterrupted, text: said, reasoning } = delivered
  const calls = isInterrupted ? [] : writtenCalls(answer.calls, id)
  const finish = answer.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop')
  return {
    message: {
      role: 'assistant',
      ...(reasoning !== '' && { reasoning: [{ text: reasoning }] }),
      content: said === '' ? [] : [text(said)],
      ...(calls.length > 0 && { toolCalls: calls }),
    },
    finish: isInterrupted ? 'interrupted' : finish,
    ...(answer.usage !== undefined && { usage: answer.usage }),
  }
}
