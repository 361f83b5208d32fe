import { median } from '../harness/stats.mjs'
import { reading } from '../harness/operation.mjs'
import { openSandbox } from './sandbox.mjs'
import { crunch, crunched, rows } from './crunch.mjs'

const parallelCalls = 1000
const sequentialCalls = 3000
const trivialRuns = 20

const echo = (/** @type {any} */ value) => value

/**
 * What a runtime costs once it is loaded. Time within a program goes from one call of `mark` to the next, so that its start
 * does not count.
 * @param {{ runtime: string, calls?: boolean }} options - without `calls`, the work on a large result alone.
 */
export async function steady({ runtime, calls = true }) {
  const sandbox = await openSandbox(runtime)
  const trivial = await sandbox.run('return 1 + 1')
  if (trivial !== 2) throw new Error(`1 + 1 is ${trivial}`)
  const figures = {
    trivial: reading(() => trivially(sandbox)),
    parallel: reading(() => inParallel(sandbox)),
    sequential: reading(() => oneByOne(sandbox)),
  }
  const compute = reading(() => computed(sandbox))
  const crunch = reading(() => onLargeResult(sandbox))
  return calls ? { ...figures, compute, crunch } : { compute, crunch }
}

/** @typedef {import('./sandbox.mjs').Sandbox} Sandbox */

/** Programs that return at once, one after another and each other than the last one. @param {Sandbox} sandbox */
async function trivially(sandbox) {
  const times = []
  const cpu = process.cpuUsage()
  for (let at = 0; at < trivialRuns; at++) {
    const begin = performance.now()
    await sandbox.run(`return ${Math.random()} + ${at}`)
    times.push(performance.now() - begin)
  }
  const { user, system } = process.cpuUsage(cpu)
  return {
    'warm start': median(times),
    'warm start, the fastest': Math.min(...times),
    'CPU of a trivial run': (user + system) / 1000 / trivialRuns,
  }
}

/** @param {Sandbox} sandbox */
async function inParallel(sandbox) {
  const found = []
  for (let at = 0; at < 3; at++) {
    const program = `await tools.mark(1)
      const all = await Promise.all(Array.from({ length: ${parallelCalls} }, (_, i) => tools.echo({ i })))
      await tools.mark(2)
      return all.reduce((sum, { i }) => sum + i, 0)`
    const { value, ms, cpuMs } = await between(sandbox, program, { echo })
    if (value !== (parallelCalls * (parallelCalls - 1)) / 2) throw new Error(`unexpected result: ${value}`)
    found.push({ ms, cpuUs: (cpuMs * 1000) / parallelCalls })
  }
  return {
    '1000 calls at once': median(found.map(({ ms }) => ms)),
    'CPU of a call of these': median(found.map(({ cpuUs }) => cpuUs)),
  }
}

/** @param {Sandbox} sandbox */
async function oneByOne(sandbox) {
  /** @type {number[]} */
  const arrivals = []
  const arrive = (/** @type {any} */ value) => {
    arrivals.push(performance.now())
    return value
  }
  const program = `let sum = 0
    for (let i = 0; i < ${sequentialCalls}; i++) sum += (await tools.arrive({ i })).i
    return sum`
  const cpu = process.cpuUsage()
  const value = await sandbox.run(program, { arrive })
  const { user, system } = process.cpuUsage(cpu)
  if (value !== (sequentialCalls * (sequentialCalls - 1)) / 2) throw new Error(`unexpected result: ${value}`)
  const times = arrivals.slice(1).map((time, at) => (time - arrivals[at]) * 1000)
  return {
    'a call after another': median(times),
    'a call after another, p10': times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)],
    'CPU of a call of these, one by one': (user + system) / sequentialCalls,
  }
}

/** Nothing but arithmetic. @param {Sandbox} sandbox */
async function computed(sandbox) {
  const program = `await tools.mark(1)
    let sum = 0
    for (let i = 0; i < 5_000_000; i++) sum = (sum + i * 3) % 1_000_003
    await tools.mark(2)
    return sum`
  return { 'a loop of 5,000,000 steps': (await between(sandbox, program)).ms }
}

/** @param {Sandbox} sandbox */
async function onLargeResult(sandbox) {
  const { value, ms, cpuMs } = await between(sandbox, crunch, { rows })
  if (JSON.stringify(value) !== JSON.stringify(crunched())) throw new Error('unexpected result of the rows')
  return { 'work on a result of 1.64 MB': ms, 'CPU of that work': cpuMs }
}

/**
 * Runs a program that calls `mark` twice.
 * @param {Sandbox} sandbox @param {string} program @param {import('./sandbox.mjs').Tools} [tools]
 */
async function between(sandbox, program, tools = {}) {
  /** @type {{ at: number, cpu: NodeJS.CpuUsage }[]} */
  const marks = []
  const mark = (/** @type {any} */ value) => {
    marks.push({ at: performance.now(), cpu: process.cpuUsage() })
    return value
  }
  const value = await sandbox.run(program, { ...tools, mark })
  const [begin, end] = marks
  const cpu = end.cpu.user + end.cpu.system - begin.cpu.user - begin.cpu.system
  return { value, ms: end.at - begin.at, cpuMs: cpu / 1000 }
}
