import { setTimeout as sleep } from 'node:timers/promises'
import { reading } from '../harness/operation.mjs'

// Nothing of a runtime may be loaded before the first of these asks for it.
const openSandbox = async (/** @type {any[]} */ ...options) =>
  (await import('./sandbox.mjs')).openSandbox(.../** @type {[string]} */ (options))

/** The first program of a process, with everything that has to be loaded for it. @param {{ runtime: string }} options */
export function cold({ runtime }) {
  const first = async () => {
    const begin = performance.now()
    const sandbox = await openSandbox(runtime)
    const value = await sandbox.run('return 1 + 1')
    const ms = performance.now() - begin
    if (value !== 2) throw new Error(`1 + 1 is ${value}`)
    return { 'cold start': ms }
  }
  return { cold: reading(first) }
}

const fewer = 2
const more = 6
const tickMs = 100

/** What one more program that is under way takes, while it makes a call after another. @param {{ runtime: string }} options */
export function live({ runtime }) {
  const program = 'while (await tools.tick({})) {}\nreturn 1'
  const tick = async () => (await sleep(tickMs), true)
  return {
    live: reading(async () => ({ 'a live run': await slope(runtime, program, { tick }, [fewer, more]) })),
  }
}

/** What one more program takes that waits for its call. @param {{ runtime: string }} options */
export function parked({ runtime }) {
  const tick = () => new Promise(() => {})
  const program = 'return await tools.tick({})'
  return {
    parked: reading(async () => ({
      'a parked run': await slope(runtime, program, { tick }, [10, 40], 2),
    })),
  }
}

/**
 * Megabytes of the process for one more run.
 * @param {string} runtime @param {string} program @param {{ tick: () => Promise<any> }} tools
 * @param {[number, number]} counts @param {number} [threads]
 */
async function slope(runtime, program, { tick }, [few, many], threads = many) {
  const sandbox = await openSandbox(runtime, { threads })
  await sandbox.run('return 1 + 1')
  let under = 0
  const start = async (/** @type {number} */ count) => {
    for (; under < count; under++) {
      /** @type {(value?: unknown) => void} */
      let arrived = () => {}
      const called = new Promise((resolve) => (arrived = resolve))
      // The end of the process ends it.
      const run = sandbox.run(program, { tick: () => (arrived(), tick()) })
      await Promise.race([called, run])
    }
    await sleep(1000)
    globalThis.gc?.()
    return process.memoryUsage.rss() / 2 ** 20
  }
  const before = await start(few)
  return ((await start(many)) - before) / (many - few)
}

const limitMs = 500

/** What never ends by itself, and is stopped in two ways: by the engine, and by the end of its thread. */
const endless = {
  loop: 'while (true) {}',
  join: `return new Array(2 ** 28).join('ab').length`,
}

/**
 * How long after its limit a program is ended, and for how long the host could not do anything else.
 * @param {{ runtime: string, program: keyof typeof endless }} options
 */
export function kill({ runtime, program }) {
  const measure = async () => {
    const sandbox = await openSandbox(runtime, { limitMs })
    await sandbox.run('return 1 + 1')
    const lag = watchLag()
    const begin = performance.now()
    const ended = await sandbox.run(endless[program]).then(
      () => 'returned',
      () => 'failed',
    )
    const late = performance.now() - begin - limitMs
    const lagMs = lag()
    if (ended !== 'failed') throw new Error(`the endless program ${ended}`)
    if ((await sandbox.run('return 2 + 2')) !== 4) throw new Error('the next program fails')
    return { 'ended after its limit': late, 'host lag': lagMs }
  }
  return { kill: reading(measure) }
}

/** Says for how long nothing could happen at most, in milliseconds, once it is asked. */
function watchLag() {
  let last = performance.now()
  let most = 0
  const look = () => {
    const now = performance.now()
    most = Math.max(most, now - last - 5)
    last = now
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}
