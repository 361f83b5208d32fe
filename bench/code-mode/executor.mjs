import { makeQuickJsExecutor } from '@executor-js/runtime-quickjs'
import { Effect } from 'effect'
import { usualMs } from './sandbox.mjs'

/** @param {import('./sandbox.mjs').SandboxOptions} options @returns {Promise<import('./sandbox.mjs').Sandbox>} */
export async function open({ limitMs = usualMs }) {
  const executor = makeQuickJsExecutor({ timeoutMs: limitMs })
  return {
    async run(program, tools = {}) {
      const invoke = (/** @type {{ path: string, args: unknown }} */ { path, args }) =>
        Effect.promise(async () => tools[path](args))
      const { result, error } = await Effect.runPromise(executor.execute(program, { invoke }))
      if (error !== undefined) throw new Error(error)
      return result
    },
    close: async () => {},
  }
}
