import { createRunner } from 'run'
import { usualMs } from './sandbox.mjs'

const MiB = 2 ** 20

/** @param {import('./sandbox.mjs').SandboxOptions} options @returns {Promise<import('./sandbox.mjs').Sandbox>} */
export async function open({ limitMs = usualMs }) {
  const runner = createRunner({
    limits: {
      timeoutMs: limitMs,
      maxHostFunctionOutputBytes: 8 * MiB,
      maxBridgeRequests: 20_000,
      maxInFlightBridgeRequests: 20_000,
    },
  })
  return {
    async run(source, tools = {}) {
      const { status, value } = /** @type {any} */ (await runner.run({ source, hostFunctions: { tools } }))
      if (status !== 'completed') throw new Error(`the run is ${status}`)
      return value
    },
    close: async () => {},
  }
}
