import { Context, type Message } from '@deepseek-ai/cordis'
import { CodeMode, provideCodeRuntime, type CodeModeConfig, type CodeRuntime } from '@millrace/code-mode'
import { contentText, text, type SessionEventMap, type SessionEventType } from '@millrace/protocol'
import ToolRuntime, {
  type Agent,
  type AgentEvents,
  type ToolDefinition,
  type ToolExecutionInput,
  type ToolExecutionResult,
  type ToolPresentationMode,
} from '@millrace/tools'
import { onTestFinished } from 'vitest'

/** An event as a session has it. */
export type Logged = {
  [K in SessionEventType]: { readonly type: K; readonly data: SessionEventMap[K] }
}[SessionEventType]

/** A log that remembers; a type in `failing` is refused. */
export interface RecordedEvents extends AgentEvents {
  readonly all: Logged[]
  readonly failing: Set<SessionEventType>
  of<T extends SessionEventType>(type: T): SessionEventMap[T][]
}

export function recordedEvents(sessionId = 'session-1'): RecordedEvents {
  const all: Logged[] = []
  const failing = new Set<SessionEventType>()
  return {
    sessionId,
    all,
    failing,
    append(type, data) {
      if (failing.has(type)) throw new Error(`the log refuses ${type}`)
      all.push({ type, data } as Logged)
    },
    of: <T extends SessionEventType>(type: T) =>
      all.filter((event) => event.type === type).map(({ data }) => data) as SessionEventMap[T][],
  }
}

/** A whole Code Mode. */
export interface CodeBench {
  readonly ctx: Context
  readonly tools: Context['tools']
  readonly agent: Agent & { readonly id: string }
  readonly events: RecordedEvents
  readonly logs: Message[]
  /** Runs a program as the agent. */
  readonly run: (code: string, overrides?: Partial<ToolExecutionInput>) => Promise<ToolExecutionResult>
}

export interface CodeBenchOptions extends CodeModeConfig {
  readonly runtime?: CodeRuntime
  readonly mode?: ToolPresentationMode
  readonly maxParallelSubCalls?: number
}

let serial = 0

/** A deployment with Code Mode, and an agent that has a session. */
export async function codeBench(options: CodeBenchOptions = {}): Promise<CodeBench> {
  const { runtime, mode = 'both', maxParallelSubCalls = 10, ...config } = options
  const ctx = new Context()
  const logs: Message[] = []
  ctx.logger.exporter({ levels: { default: 3 }, export: (message) => logs.push(message) })
  await ctx.plugin(ToolRuntime, { mode, maxParallelSubCalls })
  await ctx.plugin(CodeMode, config)
  if (runtime !== undefined) provideCodeRuntime(ctx, runtime)
  onTestFinished(async () => {
    await ctx.fiber.dispose()
  })
  const events = recordedEvents()
  const agent = { id: 'agent-1', events }
  const run: CodeBench['run'] = (code, overrides = {}) => {
    serial += 1
    const input = { callId: `call-${serial}`, agent, signal: new AbortController().signal, ...overrides }
    return ctx.tools.execute({ name: 'run_code', arguments: { code, description: 'a test' }, ...input })
  }
  return { ctx, tools: ctx.tools, agent, events, logs, run }
}

/** A definition with every mandatory field. */
export function tool(overrides: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name: 'echo',
    description: 'Returns its arguments.',
    parameters: { type: 'object' },
    output: { schema: {}, render: (_args, value) => [text(JSON.stringify(value))] },
    isConcurrencySafe: () => true,
    execute: async (args) => args,
    ...overrides,
  }
}

/** The text that a model reads of a result. */
export const shownOf = ({ content }: ToolExecutionResult): string => contentText(content)

/** A promise, and the way to settle it. */
export function gate<T = void>(): {
  readonly passed: Promise<T>
  readonly open: (value: T) => void
  readonly fail: (error: unknown) => void
} {
  let open: ((value: T) => void) | undefined
  let fail: ((error: unknown) => void) | undefined
  const passed = new Promise<T>((resolve, reject) => ((open = resolve), (fail = reject)))
  return { passed, open: open as never, fail: fail as never }
}

/** Turns of the event loop, so that everything that can happen has happened. */
export async function settled(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}
