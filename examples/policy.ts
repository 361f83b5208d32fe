// A policy: a plugin that lets an agent write a few messages, and asks a person about each further one.
import { Context } from '@deepseek-ai/cordis'
import { approval } from '@millrace/policies/approval'
import { createScope } from '@millrace/scope'
import { defineTool, ToolRuntime, type Agent } from '@millrace/tools'

const message = defineTool({
  name: 'message',
  description: 'Sends a message to a customer.',
  parameters: { text: { type: 'string', required: true } },
  output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
  execute: async ({ text }) => `sent: ${text}`,
})

// #region core
const messageBudget = {
  name: 'message-budget',
  inject: ['tools'],
  apply(ctx: Context, { free }: { free: number }): void {
    const sent = new WeakMap<object, number>()
    ctx.on('tools/pre-execute', async (call, next) => {
      const decision = await next()
      if (call.name !== 'message' || decision.kind !== 'allow') return decision
      const soFar = sent.get(call.agent ?? ctx) ?? 0
      if (soFar < free) return decision
      return { kind: 'ask', reason: `${soFar} messages were sent already`, rule: 'message-budget' }
    })
    ctx.on('tools/result', (call, result) => {
      if (call.name !== 'message' || result.isError) return
      sent.set(call.agent ?? ctx, (sent.get(call.agent ?? ctx) ?? 0) + 1)
    })
  },
}
// #endregion core

const ctx = new Context()
await ctx.plugin(ToolRuntime)
await ctx.plugin(messageBudget, { free: 1 })
await ctx.plugin(approval, {})
ctx.tools.register(message)
ctx.approval.addFrontEnd({
  name: 'pager',
  ask: async (question) => {
    console.log(`asked: ${question.reason}`)
    return { kind: 'deny', message: 'that is enough for today' }
  },
})

const agent: Agent = {}
createScope(ctx, agent)
const { signal } = new AbortController()
for (const text of ['good morning', 'and another thing']) {
  const result = await ctx.tools.execute({
    callId: text,
    name: 'message',
    arguments: { text },
    agent,
    signal,
  })
  console.log(result.isError ? result.error.message : result.value)
}
await ctx.fiber.dispose()
