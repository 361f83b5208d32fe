// One process for one candidate: loads it, then measures what it is asked to, one message at a time.
import { GCProfiler } from 'node:v8'

const [moduleUrl, factory, parameters] = process.argv.slice(2)

/** @type {Record<string, import('./operation.mjs').Operation>} */
let operations = {}
/** @type {Map<string, number>} */
const repetitions = new Map()

/** @param {import('./operation.mjs').Operation} operation @param {number} count */
async function repeat({ call }, count) {
  for (let done = 0; done < count; done++) {
    const result = call()
    if (result instanceof Promise) await result
  }
}

/** @param {import('./operation.mjs').Operation} operation @param {number} count */
async function timed(operation, count) {
  const wall = process.hrtime.bigint()
  const cpu = process.cpuUsage()
  await repeat(operation, count)
  const used = process.cpuUsage(cpu)
  const elapsed = Number(process.hrtime.bigint() - wall) / 1000
  const units = count * operation.per
  return { cpu: (used.user + used.system) / units, wall: elapsed / units }
}

/**
 * What the parent asks for.
 * @typedef {{ name: string, warmMs: number, roundMs: number }} Request
 */

/** Warms an operation up, then finds how many repetitions fill one round. @param {Request} request */
async function calibrate({ name, warmMs, roundMs }) {
  const operation = operations[name]
  if (operation.unavailable) throw new Error(operation.unavailable)
  if (operation.once) return
  let count = 1
  let spent = 0
  let perCall = 0
  for (let batch = 0; batch < 2 || spent < warmMs * 1000; batch++) {
    const { cpu, wall } = await timed(operation, count)
    // Something that mostly waits is limited by the clock, or its rounds would take minutes.
    perCall = Math.max(cpu, wall / 4) * operation.per
    spent += perCall * count
    if (perCall * count < 5000) count *= 2
  }
  repetitions.set(name, Math.max(1, Math.round((roundMs * 1000) / Math.max(perCall, 0.001))))
}

/** Bytes of heap that one unit allocates, garbage included: growth, plus what every collection freed. @param {Request} request */
async function allocated({ name }) {
  const operation = operations[name]
  const count = Math.max(1, Math.min(2000, repetitions.get(name) ?? 1))
  globalThis.gc?.()
  const profiler = new GCProfiler()
  profiler.start()
  const before = process.memoryUsage().heapUsed
  await repeat(operation, count)
  const after = process.memoryUsage().heapUsed
  const { statistics } = profiler.stop()
  let freed = 0
  for (const { beforeGC, afterGC } of statistics) {
    freed += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize
  }
  return (after - before + freed) / (count * operation.per)
}

/** One round of an operation, or the figure that it answers with. @param {Request} request */
async function round({ name }) {
  const operation = operations[name]
  if (!operation.reading) return timed(operation, repetitions.get(name) ?? 1)
  const found = /** @type {number | Record<string, number>} */ (await operation.call())
  return typeof found === 'number' ? { cpu: found, wall: found } : { figures: found }
}

/** @type {Record<string, (request: Request) => Promise<unknown>>} */
const commands = { calibrate, round, allocated }

/** @param {unknown} error */
const refuse = (error) => process.send?.({ error: String((error instanceof Error && error.stack) || error) })

process.on('message', async (message) => {
  const request = /** @type {Request & { command: string }} */ (message)
  try {
    process.send?.({ value: (await commands[request.command](request)) ?? null })
  } catch (error) {
    refuse(error)
  }
})
process.on('disconnect', () => process.exit(0))

try {
  const candidates = await import(moduleUrl)
  operations = await candidates[factory](JSON.parse(parameters))
  process.send?.({ value: Object.keys(operations) })
} catch (error) {
  refuse(error)
}
