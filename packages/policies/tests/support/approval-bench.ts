import { Context, type Message } from '@deepseek-ai/cordis'
import { text, type SessionEventMap } from '@millrace/protocol'
import ToolRuntime, { type Agent, type ToolDefinition, type ToolExecutionInput } from '@millrace/tools'
import { onTestFinished } from 'vitest'
import {
  approval,
  type ApprovalConfig,
  type ApprovalFrontEnd,
  type ApprovalQuestion,
  type ApprovalReply,
} from '../../src/approval.ts'

/** What listeners heard of questions, in order. */
export interface Heard {
  readonly asked: SessionEventMap['approval/asked'][]
  readonly decided: SessionEventMap['approval/decided'][]
}

/** A definition with every mandatory field. */
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

export const agent: Agent = { id: 'asker' }

/** A runtime whose policy asks before every call, with approvals; disposed when the test ends. */
export async function bench(config: ApprovalConfig = {}) {
  const opened = await openBench(config)
  onTestFinished(() => opened.ctx.fiber.dispose())
  return opened
}

/** The same for a test that disposes it itself, by its context's fiber. */
export async function openBench(config: ApprovalConfig = {}) {
  const ctx = new Context()
  const logs: Message[] = []
  ctx.logger.exporter({ levels: { default: 3 }, export: (message) => logs.push(message) })
  await ctx.plugin(ToolRuntime)
  const fiber = await ctx.plugin(approval, config)
  const ran: unknown[] = []
  const unregister = ctx.tools.register(
    tool({ execute: async (args, exec) => (ran.push({ callId: exec.callId, args }), args) }),
  )
  ctx.on('tools/pre-execute', async () => ({ kind: 'ask', reason: 'the test asks' }))
  const heard: Heard = { asked: [], decided: [] }
  ctx.on('approval/asked', (question) => void heard.asked.push(question))
  ctx.on('approval/decided', (answer) => void heard.decided.push(answer))
  let serial = 0
  const call = (args: unknown = {}, more: Partial<ToolExecutionInput> = {}) =>
    ctx.tools.execute({
      callId: `call-${(serial += 1)}`,
      name: 'echo',
      arguments: args,
      signal: new AbortController().signal,
      agent,
      ...more,
    })
  return { ctx, fiber, approvals: ctx.approval, call, ran, heard, logs, unregister }
}

/** A front end whose answers a test gives, to one question after the other. */
export function handFrontEnd(name = 'hand') {
  const asked: { question: ApprovalQuestion; signal: AbortSignal; reply: (reply: unknown) => void }[] = []
  const frontEnd: ApprovalFrontEnd = {
    name,
    ask: (question, signal) =>
      new Promise((resolve) => {
        asked.push({ question, signal, reply: (reply) => resolve(reply as ApprovalReply) })
      }),
  }
  return { frontEnd, asked }
}

/** A front end that always answers the same. */
export function always(reply: unknown, name = 'always'): ApprovalFrontEnd {
  return { name, ask: () => Promise.resolve(reply as ApprovalReply) }
}

/** Lets every queued microtask and one round of the event loop pass. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/** What the log says, as one text. */
export function logged(logs: readonly Message[]): string {
  return logs.map(({ args }) => args.map(String).join(' ')).join('\n')
}
