import type { JsonObject } from '@millrace/protocol'
import type { ToolRuntime } from '@millrace/tools'
import { Batch, type Answer } from '../call/batch.ts'
import { namesOf } from '../call/names.ts'
import { toldSchemas } from '../call/told-schemas.ts'
import type { AISDKCallOptions, AISDKOutput, AISDKSchema, AISDKToolSet, ToAISDKOptions } from './contract.ts'
import { modelOutput } from './model-output.ts'

/**
 * The visible tools as the `tools` of the AI SDK's `generateText` and `streamText`. Each call runs through the whole
 * pipeline, and its failure or denial is an output that the model reads. Policies ask whom they ask anyway: the tools do
 * not use the approvals of the AI SDK.
 * @returns a fresh set without a prototype, so that no name means anything else.
 */
export function toAISDK(tools: ToolRuntime, options: ToAISDKOptions = {}): AISDKToolSet {
  const names = namesOf(tools, options)
  const batches = new Batches(tools, options)
  const set = Object.create(null) as AISDKToolSet
  for (const { name, description, parameters } of toldSchemas(tools, options)) {
    const told = names.theirs(name)
    set[told] = {
      type: 'dynamic',
      description,
      inputSchema: schemaOf(parameters as JsonObject),
      execute: async (input, { toolCallId: id, abortSignal: signal, messages }) => {
        const call = { id, name, arguments: { parsed: input }, signal }
        return outputOf(await batches.of(messages).call(call), options)
      },
      toModelOutput: modelOutput,
    }
  }
  return set
}

/** The calls of one answer are known by the list of messages that led to it. */
class Batches {
  readonly #tools: ToolRuntime
  readonly #options: ToAISDKOptions
  readonly #known = new WeakMap<object, Batch>()

  constructor(tools: ToolRuntime, options: ToAISDKOptions) {
    this.#tools = tools
    this.#options = options
  }

  of(messages: AISDKCallOptions['messages']): Batch {
    const known = messages && this.#known.get(messages)
    if (known !== undefined) return known
    const batch = new Batch(this.#tools, this.#options)
    if (messages !== undefined) this.#known.set(messages, batch)
    return batch
  }
}

/**
 * The schema with the marks of all lines of the AI SDK, which then leave it as it is, and with those of Standard Schema.
 * It accepts everything: the pipeline judges the arguments, so that a wrong call is seen by policies and traces.
 */
function schemaOf(jsonSchema: JsonObject): AISDKSchema {
  const validate = (value: unknown): { success: true; value: unknown } => ({ success: true, value })
  const converter = (): Record<string, unknown> => structuredClone(jsonSchema)
  const schema: AISDKSchema = {
    jsonSchema,
    '~standard': {
      version: 1,
      vendor: 'millrace',
      validate: (value) => ({ value }),
      jsonSchema: { input: converter, output: converter },
    },
  }
  return Object.assign(schema, {
    validate,
    [Symbol.for('vercel.ai.schema')]: true,
    [Symbol.for('vercel.ai.validator')]: true,
  })
}

function outputOf({ result, denied }: Answer, { values = false }: ToAISDKOptions): AISDKOutput {
  const { content, error, additionalContexts: contexts, concludesTurn } = result
  return {
    status: denied ? 'denied' : result.isError ? 'failed' : 'done',
    content,
    ...(error !== undefined && { error }),
    ...(contexts !== undefined && { contexts }),
    ...(concludesTurn && { concludesTurn }),
    ...(values && !result.isError && { value: result.value }),
  }
}
