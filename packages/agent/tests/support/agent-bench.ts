import { Context } from '@deepseek-ai/cordis'
import type {
  AssistantMessage,
  FinishReason,
  SessionEvent,
  SessionEventType,
  Usage,
} from '@millrace/protocol'
import { ToolRuntime } from '@millrace/tools'
import {
  AgentService,
  PromptService,
  type AgentModel,
  type AgentOptions,
  type ModelRequest,
  type SessionAgent,
} from '@millrace/agent'
import { memorySessions } from '@millrace/agent/session'

/** What a model of a script says. */
export interface Said {
  readonly text?: string
  /** Calls by name, with their arguments. */
  readonly calls?: readonly (readonly [name: string, args: unknown])[]
  readonly usage?: Usage
  readonly finish?: FinishReason
}

/** What is said to a request, the n-th from 0. */
export type Script = (request: ModelRequest, n: number, signal: AbortSignal) => Said | Promise<Said>

/** A model that says what a script says, and keeps what it was asked. */
export function modelOf(
  script: Script,
  facts: Partial<AgentModel> = {},
): AgentModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  let calls = 0
  return {
    name: { provider: 'script', id: 'one' },
    ...facts,
    requests,
    async ask(request, { signal }) {
      const at = requests.push(request) - 1
      const { text, calls: wanted = [], usage, finish } = await script(request, at, signal)
      const message: AssistantMessage = {
        role: 'assistant',
        content: text === undefined ? [] : [{ type: 'text', text }],
        toolCalls: wanted.map(([name, args]) => ({
          id: `call-${calls++}`,
          name,
          arguments: JSON.stringify(args),
        })),
      }
      return {
        message,
        finish: finish ?? (wanted.length > 0 ? 'tool-calls' : 'stop'),
        ...(usage !== undefined && { usage }),
      }
    },
  }
}

/** A host with everything that agents need, and sessions in memory. */
export async function agentHost(): Promise<Context> {
  const ctx = new Context()
  await ctx.plugin(ToolRuntime)
  await ctx.plugin(PromptService)
  await ctx.plugin(AgentService, { store: memorySessions() })
  return ctx
}

/** An agent, and the events of its session as they come. */
export async function agentOn(
  ctx: Context,
  model: AgentModel,
  options: Partial<AgentOptions> = {},
): Promise<{ agent: SessionAgent; events: SessionEvent[] }> {
  const agent = await ctx.agents.create({ model, cwd: '/somewhere', ...options })
  const events: SessionEvent[] = []
  agent.session.watch((event) => events.push(event))
  return { agent, events }
}

/** The data of all events of a type. */
export function dataOf<T extends SessionEventType>(
  events: readonly SessionEvent[],
  type: T,
): SessionEvent<T>['data'][] {
  return events.flatMap((event) => (event.type === type ? [event.data as SessionEvent<T>['data']] : []))
}

/** The texts of the tool results that a request carries. */
export function resultsIn(request: ModelRequest): string[] {
  return request.messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
      : [],
  )
}
