// Executes many calls with listeners on every stage and prints what stays behind; run it after a build:
// node --expose-gc scripts/soak.mjs [calls]
import { getEventListeners } from 'node:events'
import { createTools, defineTool } from '@millrace/tools'

if (!globalThis.gc) throw new Error('run this with node --expose-gc')

const calls = Number(process.argv[2] ?? 1_000_000)
const warmUp = Math.min(20_000, Math.ceil(calls / 10))
const session = new AbortController()

const tools = createTools()
const { ctx } = tools

tools.register(
  defineTool({
    name: 'add',
    description: 'Adds two numbers.',
    parameters: { a: { type: 'number', required: true }, b: { type: 'number', required: true } },
    output: { schema: { type: 'number' }, render: (_args, value) => [{ type: 'text', text: String(value) }] },
    execute: async ({ a, b }) => a + b,
  }),
)

let observed = 0
tools.guard(() => undefined)
ctx.on('tools/pre-execute', (_exec, next) => next())
ctx.on('tools/execute', (exec, next) => withDeadline(exec, next))
ctx.on('tools/post-execute', (_exec, _result, next) => next())
ctx.on('tools/result', () => void observed++)

/** Replaces the signal as a time limit does, so that every call joins two signals. */
async function withDeadline(exec, next) {
  const outer = exec.signal
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), 60_000)
  exec.signal = deadline.signal
  try {
    return await next()
  } finally {
    clearTimeout(timer)
    exec.signal = outer
  }
}

async function execute(from, count) {
  for (let number = from; number < from + count; number++) {
    const input = {
      callId: `call-${number}`,
      name: 'add',
      arguments: { a: number, b: 1 },
      signal: session.signal,
    }
    const result = await tools.execute(input)
    if (result.value !== number + 1) throw new Error(`call ${number}: ${JSON.stringify(result)}`)
  }
}

function figures() {
  globalThis.gc()
  globalThis.gc()
  return {
    heapMB: Number((process.memoryUsage().heapUsed / 1e6).toFixed(2)),
    abortListeners: getEventListeners(session.signal, 'abort').length,
    activeResources: process.getActiveResourcesInfo().length,
  }
}

await execute(0, warmUp)
const before = figures()
const start = performance.now()
await execute(warmUp, calls)
const seconds = (performance.now() - start) / 1000
const after = figures()

console.log(
  JSON.stringify({ calls, observed, seconds: Number(seconds.toFixed(1)), before, after }, undefined, 2),
)
const grown = after.heapMB - before.heapMB > 5
const left = after.abortListeners > before.abortListeners || after.activeResources > before.activeResources
process.exitCode = grown || left ? 1 : 0
