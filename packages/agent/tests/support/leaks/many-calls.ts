import { getEventListeners } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { Context } from '@deepseek-ai/cordis'
import { AgentService, PromptService, type AgentModel } from '@millrace/agent'
import { ToolRuntime, type ToolDispatchExecution } from '@millrace/tools'
import { forgetfulStore } from './forgetful-store.ts'

// Makes calls through agents of one host, with listeners on every stage, and prints what it held before and after.
const [calls = '1000'] = process.argv.slice(2)
const callsPerSession = 100
const callsPerStep = 10

/** What the process holds after a collection. */
export interface Held {
  readonly heapBytes: number
  readonly listeners: number
  readonly resources: number
  readonly descriptors: number
  readonly hooks: number
  readonly effects: number
  readonly agents: number
}

const ctx = new Context()
await ctx.plugin(ToolRuntime)
await ctx.plugin(PromptService)
await ctx.plugin(AgentService, { store: forgetfulStore() })
/** Outlives all sessions, as the signal of a process does. */
const lifetime = new AbortController()
let bodies = 0
let made = 0
let interrupted = 0

ctx.tools.register({
  name: 'half',
  description: 'Halves even numbers and fails on odd ones.',
  parameters: { type: 'object', properties: { number: { type: 'number' } } },
  output: {
    schema: { type: 'number' },
    render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }],
  },
  isConcurrencySafe: (args) => (args as { number: number }).number % 5 !== 0,
  async execute(args, exec) {
    const { number } = args as { number: number }
    bodies++
    if (number % 10 === 0) exec.reportProgress({ text: 'under way' })
    if (number % 50 === 25) await new Promise((resolve) => setImmediate(resolve))
    if (number % 7 === 1) throw new Error(`${number} is odd`)
    return number / 2
  },
})
ctx.tools.guard(() => undefined)
ctx.on('tools/pre-execute', (_exec, next) => next())
ctx.on('tools/execute', withTimeLimit)
ctx.on('tools/post-execute', (_exec, _result, next) => next())
ctx.on('tools/result', () => undefined)
ctx.on('agent/step', (_step, next) => next())
ctx.on('agent/event', () => undefined)

/** Replaces the signal of some calls as a time limit does, so that they join two signals. */
async function withTimeLimit<R>(exec: ToolDispatchExecution, next: () => Promise<R>): Promise<R> {
  if (bodies % 4 !== 0) return next()
  const outer = exec.signal
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), 60_000)
  exec.signal = limit.signal
  try {
    return await next()
  } finally {
    clearTimeout(timer)
    exec.signal = outer
  }
}

/** Asks for calls in every step until there were enough of them. */
function model(): AgentModel {
  let asked = 0
  return {
    name: { provider: 'tireless', id: 'one' },
    ask() {
      made += asked < callsPerSession ? callsPerStep : 0
      const toolCalls = Array.from({ length: asked < callsPerSession ? callsPerStep : 0 }, () => ({
        id: `call-${asked}`,
        name: 'half',
        arguments: `{"number":${asked++}}`,
      }))
      return Promise.resolve({ message: { role: 'assistant', content: [], toolCalls }, finish: 'tool-calls' })
    },
  }
}

/** One session from its beginning to its end; every tenth is interrupted while its calls run. */
async function session(number: number): Promise<void> {
  const agent = await ctx.agents.create({ model: model(), cwd: '/somewhere' })
  const turn = agent.send('go', lifetime.signal)
  if (number % 10 === 9) setImmediate(() => agent.interrupt('enough'))
  if ((await turn).reason === 'interrupted') interrupted++
  await agent.dispose()
}

async function held(): Promise<Held> {
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    globalThis.gc?.()
  }
  return {
    heapBytes: process.memoryUsage().heapUsed,
    listeners: getEventListeners(lifetime.signal, 'abort').length,
    resources: process.getActiveResourcesInfo().length,
    descriptors: existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0,
    hooks: Object.values(ctx.events._hooks).reduce((sum, list) => sum + (list?.length ?? 0), 0),
    effects: ctx.fiber.getEffects().length,
    agents: ctx.agents.all.length,
  }
}

const warmUp = Math.ceil(Number(calls) / 10)
let number = 0
while (made < warmUp) await session(number++)
const before = await held()
made = 0
while (made < Number(calls)) await session(number++)
console.log(JSON.stringify({ made, interrupted, before, after: await held() }))
