import type { JsonValue } from '@millrace/protocol'
import { toSubsetSchema, validateStandard, withObjectRoot, type ForeignParts } from '@millrace/schema'
import { defineTool, ToolOutputError, type ToolDefinition, type ToolRunContext } from '@millrace/tools'
import { AdapterError } from '../adapter-error.ts'
import { contentOf, defaultContent } from './content-of.ts'
import type { AISDKForeignTool, FromAISDKOptions } from './foreign-tool.ts'
import { losslessOutput } from './lossless-output.ts'
import { readSchema } from './read-schema.ts'
import { Renderings } from './renderings.ts'
import { settledOutput } from './settled-output.ts'
import { unlessAborted } from './unless-aborted.ts'

/**
 * A tool of the AI SDK as a definition of ours.
 * @throws AdapterError `AI_SDK_TOOL_UNSUPPORTED` where it cannot run here, or its schemas cannot be read.
 */
export async function foreignDefinition(
  name: string,
  tool: AISDKForeignTool,
  options: FromAISDKOptions,
): Promise<ToolDefinition> {
  requireBody(name, tool)
  const input = await readSchema(tool.inputSchema, `tool "${name}": inputSchema`)
  const output =
    tool.outputSchema === undefined
      ? undefined
      : await readSchema(tool.outputSchema, `tool "${name}": outputSchema`)
  const renderings = new Renderings()
  const definition = defineTool({
    name,
    description: descriptionOf(name, tool),
    parameters: {
      schema: input.schema,
      jsonSchema: withObjectRoot(input.jsonSchema, `tool "${name}": inputSchema`),
    },
    output: {
      schema: { type: 'json' },
      render: () => [],
    },
    execute: (args, exec) => new ForeignCall(name, tool, options, exec).run(args, output, renderings),
    ...(options.parallel === true && { isConcurrencySafe: () => true }),
  })
  return {
    ...definition,
    output: {
      // Bodies are judged by the whole schema; what a policy puts in place of a value is judged by this.
      schema: output === undefined ? definition.output.schema : toSubsetSchema(output.jsonSchema),
      render: (args, value) => renderings.of(args, value) ?? defaultContent(value),
    },
  }
}

/** One call of a body of the AI SDK. */
class ForeignCall {
  readonly #name: string
  readonly #tool: AISDKForeignTool
  readonly #options: FromAISDKOptions
  readonly #exec: ToolRunContext

  constructor(name: string, tool: AISDKForeignTool, options: FromAISDKOptions, exec: ToolRunContext) {
    this.#name = name
    this.#tool = tool
    this.#options = options
    this.#exec = exec
  }

  async run(args: unknown, schema: ForeignParts | undefined, renderings: Renderings): Promise<JsonValue> {
    const { execute, toModelOutput } = this.#tool
    const { callId: toolCallId, signal: abortSignal, arguments: written } = this.#exec
    const { context } = this.#options
    const given = { toolCallId, messages: [], abortSignal, context, experimental_context: context }
    const returned: unknown = await execute?.call(this.#tool, args as never, given as never)
    const output = await settledOutput(this.#name, returned, this.#exec)
    const value = losslessOutput(this.#name, output)
    if (schema !== undefined) await this.#check(schema, value)
    if (toModelOutput !== undefined) {
      const asked = this.#options.version === 5 ? output : { toolCallId, input: args, output }
      const told = await unlessAborted(toModelOutput.call(this.#tool, asked as never), abortSignal)
      const content = contentOf(this.#name, told)
      renderings.keep(written, value, content)
    }
    return value
  }

  async #check({ schema }: ForeignParts, value: JsonValue): Promise<void> {
    const verdict = await validateStandard(schema, value, 'value')
    if ('violations' in verdict) throw new ToolOutputError(this.#name, verdict.violations)
  }
}

function requireBody(name: string, { type, execute }: AISDKForeignTool): void {
  if (typeof execute === 'function') return
  const isProviders = type === 'provider' || type === 'provider-defined'
  const who = isProviders ? 'the provider of the model runs it' : 'the application runs it itself'
  throw new AdapterError(
    'AI_SDK_TOOL_UNSUPPORTED',
    `tool "${name}" has no execute: ${who}, and there is nothing to call here; give it an execute, or leave it out`,
  )
}

function descriptionOf(name: string, { description = '' }: AISDKForeignTool): string {
  if (typeof description === 'string') return description
  throw new AdapterError(
    'AI_SDK_TOOL_UNSUPPORTED',
    `tool "${name}": its description is a ${typeof description}; give it a text, which is the same for every model`,
  )
}
