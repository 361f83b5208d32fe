import { Context } from '@deepseek-ai/cordis'
import { WorkerThreadCodeRuntime } from '@deepseek-ai/dsh-code-runtime-worker-thread'
import { usualMs } from './sandbox.mjs'

/** @param {import('./sandbox.mjs').SandboxOptions} options @returns {Promise<import('./sandbox.mjs').Sandbox>} */
export async function open({ limitMs = usualMs }) {
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(WorkerThreadCodeRuntime, { computeMs: limitMs })
  return {
    async run(program, tools = {}) {
      const { value, error } = await ctx.codeRuntime.run({
        program,
        bindings: [{ global: 'tools', functions: promising(tools) }],
      })
      if (error) throw new Error(`${error.kind}: ${error.message}`)
      return value
    },
    close: () => ctx.fiber.dispose(),
  }
}

/** @param {import('./sandbox.mjs').Tools} tools */
function promising(tools) {
  const entries = Object.entries(tools)
  return Object.fromEntries(
    entries.map(([name, tool]) => [name, async (/** @type {any} */ value) => tool(value)]),
  )
}
