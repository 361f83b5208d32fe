import { setTimeout as sleep } from 'node:timers/promises'
import { operation, reading } from '../harness/operation.mjs'
import { noopTool } from './host.mjs'
import { small } from './values.mjs'

const limit = 10
const signal = new AbortController().signal
const input = { callId: 'call-1', name: 'noop', arguments: small, signal }
const exclusiveInput = { ...input, name: 'alone' }

/** The least that can run functions ten at a time. @param {(() => Promise<unknown>)[]} bodies */
async function barePool(bodies) {
  let next = 0
  const lane = async () => {
    while (next < bodies.length) await bodies[next++]()
  }
  await Promise.all(Array.from({ length: limit }, lane))
  return bodies.length
}

/** @param {{ count: number, ms?: number }} options - with `ms`, each body takes that long. */
export async function bare({ count, ms }) {
  const body = ms === undefined ? async () => small : () => sleep(ms)
  const bodies = Array.from({ length: count }, () => body)
  return { call: await operation(() => barePool(bodies), { per: count, check: (done) => done === count }) }
}

/**
 * A job that costs nothing itself.
 * @param {() => unknown} body
 * @param {boolean} parallel
 * @returns {import('@millrace/schedule').Job<any, any, any>}
 */
const stub = (body, parallel) => ({
  classify: () => (parallel ? 'parallel' : 'exclusive'),
  admit: () => undefined,
  dispatch: body,
  conclude: (/** @type {unknown} */ outcome) => outcome,
  fail: (/** @type {unknown} */ error) => Promise.reject(error),
  abandon: (/** @type {unknown} */ reason) => reason,
})

/** The scheduler alone. @param {{ count: number, alternating?: boolean, ms?: number }} options */
export async function alone({ count, alternating = false, ms }) {
  const { Scheduler } = await import('@millrace/schedule')
  const body = ms === undefined ? async () => small : () => sleep(ms)
  const call = async () => {
    const scheduler = new Scheduler({ limit })
    const answers = []
    for (let at = 0; at < count; at++) answers.push(scheduler.push(stub(body, !alternating || at % 2 === 0)))
    return (await Promise.all(answers)).length
  }
  return { call: await operation(call, { per: count, check: (done) => done === count }) }
}

/** A real call as a job. */
class CallJob {
  /** @param {any} tools @param {any} input @param {(tools: any, input: any) => any} stage */
  constructor(tools, input, stage) {
    this.tools = tools
    this.input = input
    this.stage = stage
    /** @type {any} */
    this.staged = undefined
  }
  classify() {
    return this.tools.executionMode(this.input).kind
  }
  admit() {
    this.staged = this.stage(this.tools, this.input)
    return this.staged.admit()
  }
  /** @param {any} admission */
  dispatch(admission) {
    return this.staged.dispatch(admission)
  }
  /** @param {any} outcome */
  conclude(outcome) {
    return this.staged.conclude(outcome)
  }
  /** @param {unknown} error @returns {never} */
  fail(error) {
    throw error
  }
  /** @param {unknown} reason @returns {never} */
  abandon(reason) {
    throw reason
  }
}

/** The scheduler over the stages of real calls. @param {{ count: number, alternating?: boolean }} options */
export async function piped({ count, alternating = false }) {
  const { Scheduler } = await import('@millrace/schedule')
  const { createTools, defineTool, stageCall } = await import('@millrace/tools')
  const tools = createTools()
  for (const definition of pair(defineTool)) tools.register(definition)
  const call = async () => {
    const scheduler = new Scheduler({ limit })
    const answers = []
    for (let at = 0; at < count; at++) {
      const one = alternating && at % 2 === 1 ? exclusiveInput : input
      answers.push(scheduler.push(new CallJob(tools, one, stageCall)))
    }
    return (await Promise.all(answers)).every((result) => result.isError === false)
  }
  return { call: await operation(call, { per: count, check: (good) => good === true }) }
}

/** The same tool twice: one that may overlap, one that runs alone. @param {(definition: any) => any} defineTool */
function pair(defineTool) {
  return [noopTool(defineTool), { ...noopTool(defineTool, 'alone'), isConcurrencySafe: () => false }]
}

/**
 * DSH schedules the calls of a program; that is its public door to a pool. The program here is the host's own
 * function instead of a sandbox.
 * @param {{ count: number, alternating?: boolean }} options
 */
export async function dshPiped({ count, alternating = false }) {
  const { Context, symbols } = await import('@deepseek-ai/cordis')
  const { CodeRuntime } = await import('@deepseek-ai/dsh-code-runtime')
  const { default: SystemPrompt } = await import('@deepseek-ai/dsh-system-prompt')
  const { ToolRuntime, defineTool } = await import('@deepseek-ai/dsh-tools')
  class HostRuntime extends CodeRuntime {
    language = 'typescript'
    isolation = 'worker-thread'
    /** @param {any} request */
    async run({ bindings }) {
      const { noop, alone } = bindings[0].functions
      const calls = Array.from({ length: count }, (_, at) =>
        alternating && at % 2 ? alone(small) : noop(small),
      )
      return { value: (await Promise.all(calls)).length, logs: [] }
    }
  }
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(SystemPrompt)
  await ctx.plugin(HostRuntime)
  await ctx.plugin(ToolRuntime, { mode: 'both', maxParallelSubCalls: limit })
  for (const definition of pair(defineTool)) ctx.tools.register(definition)
  const raw = ctx.tools[symbols.original]
  const program = {
    callId: 'call-1',
    name: 'run_code',
    arguments: { code: 'none', description: 'calls' },
    signal,
  }
  const check = (/** @type {any} */ result) => result.isError === false && result.value.result === count
  return { call: await operation(() => raw.execute(program), { per: count, check }) }
}

/** Bytes that one finished call still holds while an earlier one is under way. @param {{ count: number }} options */
export async function held({ count }) {
  const { Scheduler } = await import('@millrace/schedule')
  const weigh = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  const call = async () => {
    const scheduler = new Scheduler({ limit, conclude: 'completion-order' })
    /** @type {(value?: unknown) => void} */
    let release = () => undefined
    const long = scheduler.push(stub(() => new Promise((resolve) => (release = resolve)), true))
    const before = weigh()
    let last
    for (let at = 0; at < count; at++)
      last = scheduler.push(stub(async () => ({ answer: Array.from({ length: 100 }, () => at) }), true))
    await last
    const bytes = (weigh() - before) / count
    release()
    await long
    return bytes
  }
  return { call: reading(call) }
}
