import { getEventListeners } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { Context } from '@deepseek-ai/cordis'
import { AgentService, PromptService, type AgentModel, type SessionAgent } from '@millrace/agent'
import { ToolRuntime, type ToolDispatchExecution } from '@millrace/tools'
import { forgetfulStore } from './forgetful-store.ts'

// Makes calls through agents of one host, with listeners on every stage, and prints what it held before and after.
// Each hundred calls are a session of their own, or with `one` a turn of the same agent, which sums up its past.
const [calls = '1000', how = 'sessions'] = process.argv.slice(2)
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
let left = 0
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

/** Asks for calls in every step until the turn has had enough of them. */
const model: AgentModel = {
  name: { provider: 'tireless', id: 'one' },
  ask() {
    const toolCalls = Array.from({ length: Math.min(left, callsPerStep) }, () => ({
      id: `call-${made}`,
      name: 'half',
      arguments: `{"number":${made++ % 1_000}}`,
    }))
    left -= toolCalls.length
    return Promise.resolve({ message: { role: 'assistant', content: [], toolCalls }, finish: 'tool-calls' })
  },
}

const start = (): Promise<SessionAgent> => ctx.agents.create({ model, cwd: '/somewhere' })

/** One turn; every tenth is interrupted while its calls run. */
async function turnOf(agent: SessionAgent, number: number): Promise<void> {
  left = callsPerSession
  const turn = agent.send('go', lifetime.signal)
  if (number % 10 === 9) setImmediate(() => agent.interrupt('enough'))
  if ((await turn).reason === 'interrupted') interrupted++
}

const onlyOne = how === 'one' ? await start() : undefined
onlyOne?.ctx.on('agent/pre-step', (step, next) => {
  const begins = step.conversation.entries.findLast(({ kind }) => kind === 'user')
  if (step.step === 1 && begins) step.summarise({ keptFrom: begins.seq, text: 'it went well', by: 'test' })
  return next()
})

/** A session from its beginning to its end, or a turn of the one that stays. */
async function hundredCalls(number: number): Promise<void> {
  const agent = onlyOne ?? (await start())
  await turnOf(agent, number)
  if (agent !== onlyOne) await agent.dispose()
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
while (made < warmUp) await hundredCalls(number++)
const before = await held()
const first = made
while (made < first + Number(calls)) await hundredCalls(number++)
console.log(JSON.stringify({ made: made - first, interrupted, before, after: await held() }))
