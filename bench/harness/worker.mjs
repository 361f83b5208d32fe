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

/** Warms an operation up, then finds how many repetitions fill one round. */
async function calibrate({ name, warmMs, roundMs }) {
  const operation = operations[name]
  if (operation.unavailable) throw new Error(operation.unavailable)
  if (operation.once) return repetitions.set(name, 1)
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

/** Bytes of heap that one unit allocates, garbage included: growth, plus what every collection freed. */
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

const commands = {
  calibrate,
  round: async ({ name }) => {
    const operation = operations[name]
    if (!operation.reading) return timed(operation, repetitions.get(name) ?? 1)
    const figure = await operation.call()
    return { cpu: figure, wall: figure }
  },
  allocated,
}

process.on('message', async (message) => {
  try {
    const value = await commands[message.command](message)
    process.send?.({ value: value ?? null })
  } catch (error) {
    process.send?.({ error: String(error?.stack ?? error) })
  }
})
process.on('disconnect', () => process.exit(0))

try {
  const module = await import(moduleUrl)
  if (typeof module[factory] !== 'function') throw new Error(`no candidate ${factory} in ${moduleUrl}`)
  operations = await module[factory](JSON.parse(parameters))
  process.send?.({ value: Object.keys(operations) })
} catch (error) {
  process.send?.({ error: String(error?.stack ?? error) })
}
