import { headOf, ToolArgsError, type JsonObject, type JsonSchemaNode, type JsonValue } from '@millrace/schema'
import { contentText, type ContentBlock } from '@millrace/protocol'
import type { ToolDefinition, ToolRunContext } from '@millrace/tools'
import type { McpConnection, RemoteResult, RemoteTool } from '../../contract/connection.ts'
import { McpError } from '../../contract/error.ts'
import { isRecord } from '../../is-record.ts'
import { AbortError } from './abort-error.ts'
import { readContent } from './content.ts'
import { describeTool } from './description.ts'
import type { NamedTool } from './distinct.ts'
import { visible } from './visible.ts'
import { LazyJudge } from './judge.ts'
import { modelSchema, outputSchema } from './model-schema.ts'
import { Outcomes } from './outcome.ts'
import type { Redact } from './pin.ts'
import { remotePresenter } from './remote-presenter.ts'

/** UTF-16 units of the text of a failure. */
const longestFailure = 65_536

/** What a tool of a server needs in order to be called. */
export interface RemoteDefinitionOptions {
  readonly server: string
  /** The operator's word that calls may overlap. */
  readonly parallel: boolean
  /** The connection as it is now. @throws McpError where there is none. */
  readonly connection: () => McpConnection
  /** Takes secrets out of what a model and a person are told of the tool. */
  readonly redact?: Redact
  /** Told what is found out of the tool only when it is called, a clause each. */
  readonly foundOut: (problem: string) => void
}

/** A tool of a server as one of ours. */
export interface RemoteDefinition {
  readonly definition: ToolDefinition
  /** What a person should know of it, a clause each. */
  readonly problems: readonly string[]
}

/** Makes a tool of a server an ordinary definition. Nothing is compiled before it is called. */
export function remoteDefinition(
  { name, tool }: NamedTool,
  options: RemoteDefinitionOptions,
): RemoteDefinition {
  const { server, parallel, redact = (value) => value } = options
  const told = redactedTool(tool, redact)
  const described = describeTool(server, told)
  const input = modelSchema(tool.inputSchema)
  const output = tool.outputSchema === undefined ? undefined : outputSchema(tool.outputSchema)
  const body = new RemoteBody({ name, tool }, options, input.judged, output?.schema)
  const definition: ToolDefinition = {
    name,
    description: described.text,
    parameters: redact(input.parameters) as JsonObject,
    output: {
      // The judge is the whole of JSON Schema, and the tool's own.
      schema: (output === undefined ? unpromised : redact(output.schema)) as JsonSchemaNode,
      validate: (value) => [...body.outputViolations(value)],
      render: (_args, value) => body.outcomes.render(value),
    },
    execute: (args, exec) => body.run(args as JsonValue, exec),
    ...remotePresenter(name),
    // What a server says of its tools is no reason to let them run together, or to run them again.
    effects: 'other',
    ...(parallel && { isConcurrencySafe: () => true }),
  }
  return { definition, problems: [...described.problems, ...input.problems, ...(output?.problems ?? [])] }
}

/** A tool as it may be told of; it is judged and called as it is. */
function redactedTool(tool: RemoteTool, redact: Redact): RemoteTool {
  const text = (said: string): string => redact(said) as string
  const { title, description, annotations } = tool
  return {
    ...tool,
    description: text(description),
    ...(title !== undefined && { title: text(title) }),
    ...(annotations.title !== undefined && {
      annotations: { ...annotations, title: text(annotations.title) },
    }),
  }
}

const unpromised = Object.freeze({
  description:
    'The text of the answer; where it has more than text, its structured content or { content: blocks }.',
})

/** What a call of one tool comes to. */
class RemoteBody {
  readonly outcomes: Outcomes = new Outcomes()
  readonly #named: NamedTool
  readonly #options: RemoteDefinitionOptions
  readonly #arguments: LazyJudge
  readonly #output: LazyJudge | undefined
  /** What was judged last: the pipeline asks again at once, and mostly about this one. */
  #last: JsonValue | undefined

  constructor(
    named: NamedTool,
    options: RemoteDefinitionOptions,
    input: JsonValue,
    output: JsonObject | undefined,
  ) {
    const { foundOut } = options
    this.#named = named
    this.#options = options
    this.#arguments = new LazyJudge(input, 'arguments', (why) =>
      foundOut(`its parameters cannot be checked (${visible(why)}); any arguments are accepted`),
    )
    this.#output =
      output &&
      new LazyJudge(output, 'value', (why) =>
        foundOut(`its output schema cannot be used (${visible(why)}); any output is accepted`),
      )
  }

  /** @throws ToolArgsError, McpError, or the reason of the signal. */
  async run(args: JsonValue, { signal, reportProgress }: ToolRunContext): Promise<JsonValue> {
    if (!isRecord(args)) {
      throw new ToolArgsError(['"arguments" must be an object'])
    }
    const violations = this.#arguments.violations(args)
    const found = violations instanceof Promise ? await violations : violations
    if (found.length > 0) throw new ToolArgsError(found)
    // The first check takes its time, and the caller may have given up meanwhile.
    signal.throwIfAborted()
    const result = await this.#call(args, signal, reportProgress)
    return this.#valueOf(result)
  }

  async #call(
    args: JsonObject,
    signal: AbortSignal,
    onProgress: ToolRunContext['reportProgress'],
  ): Promise<RemoteResult> {
    const connection = this.#options.connection()
    try {
      return await connection.callTool(this.#named.tool, args, { signal, onProgress })
    } catch (error) {
      throw signal.aborted ? new AbortError({ cause: error }) : error
    }
  }

  /** Judges a value that a policy may have brought from elsewhere; the tool's own are known to be right. */
  outputViolations(value: JsonValue): readonly string[] {
    if (this.#output === undefined || value === this.#last || this.outcomes.isWholeResult(value)) return []
    return this.#output.now(value) ?? []
  }

  async #valueOf(result: RemoteResult): Promise<JsonValue> {
    const blocks = readContent(result.content)
    if (result.isError) throw this.#error('MCP_TOOL_ERROR', failureText(blocks))
    const value = this.outcomes.valueOf(result, blocks)
    if (this.#output === undefined || result.flaw !== undefined) return value
    if (result.structured === undefined) {
      throw this.#error(
        'MCP_MALFORMED',
        `${this.#who} has an output schema, and answered without structured content`,
      )
    }
    const judged = this.#output.violations(value)
    const violations = judged instanceof Promise ? await judged : judged
    if (violations.length === 0) {
      this.#last = value
      return value
    }
    const few = headOf(violations.slice(0, 5).join('; '), 2000)
    throw this.#error(
      'MCP_MALFORMED',
      `${this.#who} answered with what its output schema does not allow: ${visible(few)}`,
    )
  }

  get #who(): string {
    return `tool "${this.#named.name}" of MCP server "${visible(this.#options.server)}"`
  }

  #error(code: 'MCP_TOOL_ERROR' | 'MCP_MALFORMED', message: string): McpError {
    return new McpError(code, this.#options.server, message)
  }
}

function failureText(blocks: ContentBlock[]): string {
  const said = contentText(blocks)
  if (said.trim() === '') return 'the tool failed and did not say why'
  const start = headOf(said, longestFailure)
  return start.length < said.length
    ? `${start}… [${said.length - start.length} more characters left out]`
    : start
}
