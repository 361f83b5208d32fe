import type { AgentModel, ModelAnswer, ModelNews } from '@millrace/agent'
import type { JsonValue } from '@millrace/protocol'
import { canonicalJson, snapshotJsonValue } from '@millrace/schema'
import { recordedFailure, type RecordedExchange, type RecordingHeader } from './recording.ts'

/** Takes secrets out of a value, as the `json` of a redactor does. */
export type Redact = (value: JsonValue) => JsonValue

/** What a recording leaves out. */
export interface RecordOptions {
  /** Takes secrets out of requests and answers before they reach the sink; such as `secretRedactor(values).json`. */
  readonly redact?: Redact
}

/**
 * A model that passes everything on and records it as JSON Lines: first a header, then a line for each request that has ended,
 * each with its line break. What the sink throws is thrown by the model, so that no recording has silent gaps.
 */
export function recordModel(
  model: AgentModel,
  sink: (line: string) => void,
  options: RecordOptions = {},
): AgentModel {
  const { redact = (value) => value } = options
  const { name, price, contextWindow } = model
  const write = (value: RecordingHeader | RecordedExchange): void =>
    sink(`${canonicalJson(redact(snapshotJsonValue(value)))}\n`)
  const windowed = contextWindow !== undefined && { contextWindow }
  write({ format: 'millrace-recording', version: 1, model: name, ...windowed })
  let asked = 0
  return {
    name,
    ...(price !== undefined && { price }),
    ...windowed,
    async ask(request, { signal, onNews }): Promise<ModelAnswer> {
      const news: ModelNews[] = []
      const begun = { index: asked++, request: snapshotJsonValue(request), news }
      let answer: ModelAnswer
      try {
        answer = await model.ask(request, {
          signal,
          onNews: (item) => {
            if (item.kind === 'retry' || item.kind === 'notice') news.push(item)
            onNews?.(item)
          },
        })
      } catch (error) {
        write({ ...begun, failure: recordedFailure(error) })
        throw error
      }
      write({ ...begun, answer })
      return answer
    },
  }
}
