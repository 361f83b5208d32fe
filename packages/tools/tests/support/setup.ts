import { Context, type Message } from '@deepseek-ai/cordis'
import { contentText, text, type JsonValue, type UserMessage } from '@millrace/protocol'
import ToolRuntime, {
  type Agent,
  type ToolApprovalAnswer,
  type ToolApprovalRequest,
  type ToolDefinition,
  type ToolExecutionFailure,
  type ToolExecutionInput,
  type ToolExecutionResult,
  type ToolExecutionSuccess,
  type ToolRunContext,
} from '@millrace/tools'
import { onTestFinished, vi, type Mock } from 'vitest'

/** The body of a tool, as a spy. */
export type BodySpy = Mock<(args: unknown, exec: ToolRunContext) => Promise<unknown>>

/** Calls a tool by name; what is not given gets a fresh value. */
export type Caller = (
  name?: string,
  args?: unknown,
  overrides?: Partial<ToolExecutionInput>,
) => Promise<ToolExecutionResult>

/** A runtime on a context of its own, with one `echo` tool whose body returns its arguments. */
export interface Bench {
  readonly ctx: Context
  readonly tools: Context['tools']
  readonly body: BodySpy
  readonly call: Caller
  /** What the context's logger was told, newest last. */
  readonly logs: Message[]
}

/** A definition with every mandatory field; `overrides` says what the test is about. */
export function tool(overrides: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name: 'echo',
    description: 'Returns its arguments.',
    parameters: { type: 'object' },
    output: { schema: {}, render: (_args, value) => [text(JSON.stringify(value))] },
    execute: async (args) => args,
    ...overrides,
  }
}

/** Gives a definition another projection of its value. */
export function output(overrides: Partial<ToolDefinition['output']>): ToolDefinition['output'] {
  return { ...tool().output, ...overrides }
}

let serial = 0

/** A complete input for `execute`. */
export function inputFor(
  name: string,
  args: unknown,
  overrides: Partial<ToolExecutionInput> = {},
): ToolExecutionInput {
  serial += 1
  return {
    callId: `call-${serial}`,
    name,
    arguments: args,
    signal: new AbortController().signal,
    ...overrides,
  }
}

/** A context whose logger is listened to, disposed when the test ends. */
export function freshContext(): { ctx: Context; logs: Message[] } {
  const ctx = new Context()
  const logs: Message[] = []
  ctx.logger.exporter({ levels: { default: 3 }, export: (message) => logs.push(message) })
  return { ctx, logs }
}

/** A runtime with an `echo` tool; `definition` overrides parts of that tool. */
export async function setup(definition: Partial<ToolDefinition> = {}): Promise<Bench> {
  const { ctx, logs } = freshContext()
  await ctx.plugin(ToolRuntime)
  onTestFinished(async () => {
    await ctx.fiber.dispose()
  })
  const body: BodySpy = vi.fn(async (args: unknown) => args)
  ctx.tools.register(tool({ execute: body, ...definition }))
  const call: Caller = (name = 'echo', args = {}, overrides = {}) =>
    ctx.tools.execute(inputFor(name, args, overrides))
  return { ctx, tools: ctx.tools, body, call, logs }
}

/** Provides an approval service that answers with `answer`, and returns its spy. */
export function approve(
  ctx: Context,
  answer: (request: ToolApprovalRequest) => ToolApprovalAnswer | Promise<ToolApprovalAnswer>,
): Mock<(request: ToolApprovalRequest) => Promise<ToolApprovalAnswer>> {
  const request = vi.fn(async (asked: ToolApprovalRequest) => answer(asked))
  ctx.reflect.provide('approval', { request })
  return request
}

/** An agent that is told from others by its identity. */
export function agentNamed(name: string): Agent {
  return { id: name }
}

/** A message that a plugin adds. */
export function contextOf(words: string, meta?: JsonValue): UserMessage {
  const message: UserMessage = { role: 'user', content: words, source: { kind: 'plugin', plugin: 'test' } }
  return meta === undefined ? message : { ...message, meta }
}

/** Passes a value where its type forbids it, as a plugin written without types would. */
export function forged(value: unknown): never {
  return value as never
}

/** An object with a `then` of its own, as a promise of another library has; a broken one at will. */
export function thenable(then: PropertyDescriptor, target: object = {}): object {
  // oxlint-disable-next-line unicorn/no-thenable
  return Object.defineProperty(target, 'then', then)
}

/** A thenable that throws as soon as anybody looks at it. */
export function trappedThenable(target: object = {}): object {
  const get = (): never => {
    throw new Error('trap')
  }
  return thenable({ get }, target)
}

/** The result as a success, or a failed test that shows the error. */
export function succeeded(result: ToolExecutionResult): ToolExecutionSuccess {
  if (result.isError) throw new Error(`expected a success, but: ${result.error.message}`)
  return result
}

/** The result as a failure, or a failed test that shows the content. */
export function failed(result: ToolExecutionResult): ToolExecutionFailure {
  if (!result.isError) throw new Error(`expected a failure, but: ${contentText(result.content)}`)
  return result
}

/** A promise and the way to settle it. */
export interface Gate<T> {
  readonly promise: Promise<T>
  open(value: T): void
}

/** A promise that the test settles. */
export function gate<T = void>(): Gate<T> {
  let open!: (value: T) => void
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open }
}

/** Lets every queued microtask and one round of the event loop pass. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/** The exact failure of a call whose body never started. */
export const abortedBeforeDispatch = {
  isError: true,
  error: {
    message: 'tool call aborted before dispatch',
    info: { name: 'AbortError', code: 'ABORTED_BEFORE_DISPATCH' },
  },
  content: [{ type: 'text', text: 'Error: tool call aborted before dispatch' }],
}

/** The exact failure of a call that was cancelled after its body started. */
export const aborted = {
  isError: true,
  error: { message: 'tool call aborted', info: { name: 'AbortError', code: 'ABORTED' } },
  content: [{ type: 'text', text: 'Error: tool call aborted' }],
}
