import { Context, type Message as LogMessage } from '@deepseek-ai/cordis'
import {
  AgentService,
  emptyConversation,
  foldConversation,
  PromptService,
  requestOf,
  type AgentHost,
  type AgentOptions,
  type ModelRequest,
  type SessionAgent,
} from '@millrace/agent'
import { memorySessions, type SessionStore } from '@millrace/agent/session'
import type { SessionEvent, SessionEventType } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import { defineTool, ToolRuntime, type ToolDefinition, type ToolPresentationMode } from '@millrace/tools'
import { checkHistory, scriptedModel, type ScriptedModel, type ScriptStep } from '@millrace/testkit'
import { expect, onTestFinished } from 'vitest'

/** A host with tools, prompts and agents over a store in memory. */
export interface LoopBench {
  readonly ctx: Context
  readonly store: SessionStore
  /** What the context's logger was told. */
  readonly logs: LogMessage[]
  /** An agent whose model answers by a script. What reached the model is compared with the log when the test ends. */
  agent(
    this: void,
    script: readonly ScriptStep[] | ScriptedModel,
    options?: Partial<AgentOptions>,
  ): Promise<SessionAgent>
  /** The agent of a session that was left, with a new script. */
  resume(this: void, id: string, script: readonly ScriptStep[]): Promise<SessionAgent>
  /** Compares what reached a model with the log of a session when the test ends. */
  compare(this: void, model: ScriptedModel, agent: SessionAgent): void
}

/** A fresh host, disposed when the test ends. @param isCut - logs may break off, as their disk fails: they are the test's own to check. */
export async function loopBench(
  host: Partial<AgentHost> = {},
  isCut = false,
  mode: ToolPresentationMode = 'native',
): Promise<LoopBench> {
  const ctx = new Context()
  const logs: LogMessage[] = []
  ctx.logger.exporter({ levels: { default: 3 }, export: (message) => logs.push(message) })
  const store = host.store ?? memorySessions()
  await ctx.plugin(ToolRuntime, { mode })
  await ctx.plugin(PromptService)
  await ctx.plugin(AgentService, { ...host, store })
  const compared: Compared[] = []
  onTestFinished(async () => {
    await ctx.fiber.dispose()
    if (isCut) return
    for await (const { id } of store.list()) {
      const { events } = await store.read(id)
      expect(checkHistory(events)).toEqual([])
      expectRebuilt(
        events,
        compared.filter((each) => each.id === id),
      )
    }
  })
  const compare = (model: ScriptedModel, agent: SessionAgent): void =>
    void compared.push({ model, id: agent.session.header.id, from: agent.session.next })
  const agent: LoopBench['agent'] = async (script, options = {}) => {
    const model = isModel(script) ? script : scriptedModel(script)
    const made = await ctx.agents.create({ model, cwd: '/somewhere', ...options })
    if (options.model === undefined) compare(model, made)
    return made
  }
  const resume: LoopBench['resume'] = async (id, script) => {
    const model = scriptedModel(script)
    const made = await ctx.agents.resume(id, { model })
    compare(model, made)
    return made
  }
  return { ctx, store, logs, agent, resume, compare }
}

function isModel(script: readonly ScriptStep[] | ScriptedModel): script is ScriptedModel {
  return 'ask' in script
}

/** A model and the session that it was used in. */
interface Compared {
  readonly model: ScriptedModel
  readonly id: string
  /** Number of the first event that it may have been asked at. */
  readonly from: number
}

/** What reached the models stands in the log: the requests folded from the log alone are the ones that they saw. */
function expectRebuilt(events: readonly SessionEvent[], compared: readonly Compared[]): void {
  for (const name of new Set(compared.map(({ model }) => model.name.id))) {
    const used = compared.filter(({ model }) => model.name.id === name)
    const from = Math.min(...used.map((each) => each.from))
    expect(used.flatMap(({ model }) => model.requests)).toEqual(rebuiltRequests(events, name, from))
  }
}

/** The requests of a session to models of a name from an event on, from its log alone. */
export function rebuiltRequests(events: readonly SessionEvent[], name: string, from = 0): ModelRequest[] {
  const conversations = new Map<string | undefined, typeof emptyConversation>()
  const requests: ModelRequest[] = []
  for (const event of events) {
    const before = conversations.get(event.agent) ?? emptyConversation
    const after = foldConversation(before, event, event.agent)
    conversations.set(event.agent, after)
    if (event.type !== 'step/start' || event.data.model.id !== name || event.seq < from) continue
    requests.push(snapshotJsonValue(requestOf(after, event.data.settings)) as unknown as ModelRequest)
  }
  return requests
}

/** The events of an agent's session. */
export async function eventsOf(
  { store }: LoopBench,
  { session }: SessionAgent,
): Promise<readonly SessionEvent[]> {
  return (await store.read(session.header.id)).events
}

/** The events of one type, in order. */
export function ofType<T extends SessionEventType>(
  events: readonly SessionEvent[],
  type: T,
): SessionEvent<T>[] {
  return events.filter((event) => event.type === type) as SessionEvent<T>[]
}

/** The codes of results in the log, in order; `ok` for a success. */
export function codesOf(events: readonly SessionEvent[]): string[] {
  return ofType(events, 'tool/result').map(({ data }) =>
    data.isError ? (data.error?.code ?? 'error') : 'ok',
  )
}

/** A tool that may overlap and returns what `run` makes of its text. */
export function textTool(
  name: string,
  run: (text: string, signal: AbortSignal) => string | Promise<string> = (text) => text,
  more: Partial<ToolDefinition> = {},
): ToolDefinition {
  const defined = defineTool({
    name,
    description: `Runs ${name}.`,
    parameters: { text: { type: 'string' } },
    output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
    isConcurrencySafe: () => true,
    execute: async ({ text = '' }, { signal }) => run(text, signal),
  })
  return { ...defined, ...more }
}

/** Makes a call of a script. */
export function calling(name: string, text = '', id?: string) {
  return { name, arguments: { text }, ...(id !== undefined && { id }) }
}

/** Settles when the signal aborts, by rejecting with its reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
