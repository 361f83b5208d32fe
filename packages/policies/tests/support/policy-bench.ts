import { Context, type Message } from '@deepseek-ai/cordis'
import { text, type JsonValue } from '@millrace/protocol'
import ToolRuntime, {
  type ToolDefinition,
  type ToolExecutionFailure,
  type ToolExecutionInput,
  type ToolExecutionResult,
  type ToolExecutionSuccess,
  type ToolExecutionToken,
  type ToolRunContext,
} from '@millrace/tools'
import { onTestFinished } from 'vitest'

/** A runtime of its own for one test, with a log that can be read. */
export interface PolicyBench {
  readonly ctx: Context
  readonly tools: ToolRuntime
  /** What was logged, as text, oldest first. */
  readonly logs: string[]
  /** Calls a tool; what is not given gets a fresh value. */
  readonly call: (
    name?: string,
    args?: JsonValue,
    input?: Partial<ToolExecutionInput>,
  ) => Promise<ToolExecutionResult>
}

/** The ways a call can come in: from a model, or from a program that a model's call runs. */
export const ways: readonly (readonly [string, Partial<ToolExecutionInput>])[] = [
  ['a direct call', {}],
  ['a nested call', { parent: Symbol('outer') as ToolExecutionToken, rootCallId: 'outer' }],
]

/** A definition with every mandatory field; `overrides` says what the test is about. */
export function toolOf(overrides: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name: 'echo',
    description: 'Returns its arguments.',
    parameters: { type: 'object' },
    output: {
      schema: {},
      render: (_, value) => [text(typeof value === 'string' ? value : JSON.stringify(value))],
    },
    execute: async (args) => args,
    ...overrides,
  }
}

let serial = 0

/** Opens a runtime with these tools. It is disposed when the test ends. */
export async function openBench(...tools: readonly Partial<ToolDefinition>[]): Promise<PolicyBench> {
  const ctx = new Context()
  const logs: string[] = []
  ctx.logger.exporter({ levels: { default: 3 }, export: (message: Message) => logs.push(logged(message)) })
  await ctx.plugin(ToolRuntime)
  onTestFinished(() => ctx.fiber.dispose())
  for (const tool of tools) ctx.tools.register(toolOf(tool))
  return {
    ctx,
    tools: ctx.tools,
    logs,
    call: (name = 'echo', args = {}, input = {}) =>
      ctx.tools.execute({
        callId: `call-${(serial += 1)}`,
        name,
        arguments: args,
        signal: new AbortController().signal,
        ...input,
      }),
  }
}

function logged(message: Message): string {
  return `${message.type}: ${message.args.map(String).join(' ')}`
}

/** The result as a success, or a failed test that shows the error. */
export function succeeded(result: ToolExecutionResult): ToolExecutionSuccess {
  if (result.isError) throw new Error(`expected a success, but: ${result.error.message}`)
  return result
}

/** The result as a failure, or a failed test. */
export function failed(result: ToolExecutionResult): ToolExecutionFailure {
  if (!result.isError) throw new Error('expected a failure, but the call succeeded')
  return result
}

/** A body that does nothing until it is told to stop, and then fails with that reason. */
export function untilStopped(_: unknown, { signal }: Pick<ToolRunContext, 'signal'>): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** A promise and the way to settle it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
