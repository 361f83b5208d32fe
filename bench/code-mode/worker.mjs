import { workerRuntime } from '@millrace/code-mode/runtimes'
import { sandboxOf } from './millrace.mjs'

/** @param {import('./sandbox.mjs').SandboxOptions} options */
export async function open(options) {
  const { threads } = options
  return sandboxOf(workerRuntime(threads === undefined ? {} : { threads }), options)
}
