import * as acp from '@agentclientprotocol/sdk'
import { scriptedModel, type Script, type ScriptedModel } from '@millrace/testkit'
import { onTestFinished } from 'vitest'
import { run } from '../src/run.ts'
import type { OpenModel } from '../src/run/open-model.ts'
import { openDefault, type OpenWorkspace } from '../src/with-workspace.ts'
import { home, type Home } from './running.ts'
import { terminal, type Terminal } from './terminal.ts'

/** What an editor of a test does when it is asked; without it, it cannot be asked. */
export interface EditorOptions {
  readonly at?: Home
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly open?: OpenWorkspace
  readonly openModel?: OpenModel
  readonly capabilities?: acp.ClientCapabilities
  /** Answers a question: the id of an option, an outcome of its own, or any other answer. */
  readonly permit?: (
    asked: acp.RequestPermissionRequest,
    signal: AbortSignal,
  ) => string | object | Promise<string | object>
  /** Further handlers. */
  readonly prepare?: (app: acp.ClientApp) => void
}

/** An editor that a test owns, with the command that it started. */
export interface TestEditor {
  readonly agent: acp.ClientContext
  readonly at: Home
  readonly io: Terminal
  readonly models: readonly ScriptedModel[]
  /** What it was told, in order, of all sessions. */
  readonly updates: readonly acp.SessionNotification[]
  /** What it was asked. */
  readonly asked: readonly acp.RequestPermissionRequest[]
  readonly initialized: acp.InitializeResponse
  /** All that the command wrote. */
  readonly written: () => string
  /** Opens a session in the project. */
  readonly session: (more?: Partial<acp.NewSessionRequest>) => Promise<string>
  readonly prompt: (sessionId: string, text?: string) => Promise<acp.PromptResponse>
  /** Writes bytes of its own to the command. */
  readonly write: (text: string) => Promise<void>
  /** Closes its end; the exit status of the command. */
  readonly leave: () => Promise<number>
  /** Interrupts the command, as a signal does. */
  readonly interrupt: () => Promise<number>
}

/** Starts `millrace acp` in this process, and connects an editor to it by the SDK. */
export async function editor(script: Script, options: EditorOptions = {}): Promise<TestEditor> {
  const { at = home(), argv = [], open = openDefault, permit, capabilities = {}, prepare } = options
  const toCommand = new TransformStream<Uint8Array, Uint8Array>()
  const toEditor = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: 1000 })
  const interrupted = new AbortController()
  const models: ScriptedModel[] = []
  const openModel: OpenModel = () => {
    const model = scriptedModel(script)
    models.push(model)
    return Promise.resolve(model)
  }
  const output = toEditor.writable.getWriter()
  let written = ''
  const io: Terminal = {
    ...terminal({ cwd: at.project, env: { ...at.env, ...options.env }, signal: interrupted.signal }),
    stdin: toCommand.readable,
    stdout: {
      write: (text) => {
        written += text
        void output.write(new TextEncoder().encode(text))
      },
    },
  }
  const status = run(['acp', ...argv], io, open, options.openModel ?? openModel)
  void status.then(() => output.close()).catch(() => {})
  const updates: acp.SessionNotification[] = []
  const asked: acp.RequestPermissionRequest[] = []
  const app = acp.client({ name: 'editor of a test' })
  app.onNotification('session/update', ({ params }) => void updates.push(params))
  if (permit !== undefined)
    app.onRequest('session/request_permission', async ({ params, signal }) => {
      asked.push(params)
      const answer = await permit(params, signal)
      if (typeof answer !== 'string') return answer as acp.RequestPermissionResponse
      return { outcome: { outcome: 'selected', optionId: answer } }
    })
  prepare?.(app)
  const input = toCommand.writable
  const connection = app.connect(acp.ndJsonStream(input, toEditor.readable))
  const leave = async (): Promise<number> => {
    if (!connection.signal.aborted) {
      connection.close()
      await input.close()
    }
    return status
  }
  onTestFinished(async () => void (await leave()))
  const { agent } = connection
  const initialized = await agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: capabilities,
  })
  return {
    agent,
    at,
    io,
    models,
    updates,
    asked,
    initialized,
    written: () => written,
    session: async (more = {}) =>
      (await agent.request('session/new', { cwd: at.project, mcpServers: [], ...more })).sessionId,
    prompt: (sessionId, text = 'go') =>
      agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    write: async (text) => {
      const writer = input.getWriter()
      await writer.write(new TextEncoder().encode(text))
      writer.releaseLock()
    },
    leave,
    interrupt: () => {
      interrupted.abort()
      return status
    },
  }
}

/** The calls that an editor knows after these updates, by their ids: each with all its members as they stand now. */
export function callsOf(updates: readonly acp.SessionNotification[]): Map<string, acp.ToolCallUpdate> {
  const calls = new Map<string, acp.ToolCallUpdate>()
  for (const { update } of updates) {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') continue
    const { sessionUpdate, ...call } = update
    if (sessionUpdate === 'tool_call' && calls.has(call.toolCallId))
      throw new Error('a call was announced twice')
    if (sessionUpdate === 'tool_call_update' && !calls.has(call.toolCallId))
      throw new Error('an unknown call changed')
    calls.set(call.toolCallId, { ...calls.get(call.toolCallId), ...call })
  }
  return calls
}

/** All words of one kind of chunk, together. */
export function wordsOf(
  updates: readonly acp.SessionNotification[],
  kind: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk' = 'agent_message_chunk',
): string {
  return updates
    .flatMap(({ update }) =>
      update.sessionUpdate === kind && update.content.type === 'text' ? [update.content.text] : [],
    )
    .join('')
}

/** The texts of a call's content, together. */
export function textOf({ content }: acp.ToolCallUpdate): string {
  return (content ?? [])
    .flatMap((each) => (each.type === 'content' && each.content.type === 'text' ? [each.content.text] : []))
    .join('\n')
}
