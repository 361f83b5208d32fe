import { usualMs } from './sandbox.mjs'

const MiB = 2 ** 20

/**
 * One of our runtimes. Like the others, it is driven at the seam, without the pipeline that a call runs through.
 * @param {any} runtime @param {import('./sandbox.mjs').SandboxOptions} options @returns {import('./sandbox.mjs').Sandbox}
 */
export function sandboxOf(runtime, { limitMs = usualMs }) {
  const limits = {
    cpuMs: limitMs,
    memoryBytes: 64 * MiB,
    sourceBytes: MiB,
    argumentBytes: MiB,
    resultBytes: MiB,
    consoleBytes: MiB,
  }
  return {
    async run(program, tools = {}) {
      const bindings = Object.keys(tools)
      const call = async (/** @type {any} */ { binding, arguments: text }) => {
        const value = await tools[bindings[binding]](JSON.parse(text))
        return { ok: true, value: JSON.stringify(value) ?? 'null' }
      }
      const { signal } = new AbortController()
      const outcome = await runtime.run({ program, bindings, limits, signal, call }).outcome
      if (!outcome.ok) throw new Error(`${outcome.kind}: ${outcome.message}`)
      return outcome.value === undefined ? undefined : JSON.parse(outcome.value)
    },
    close: () => runtime.close(),
  }
}
