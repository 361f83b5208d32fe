import { processRuntime } from '@millrace/code-mode/runtimes'
import { openProcesses } from '@millrace/host'
import { sandboxOf } from './millrace.mjs'

/** Without a sandbox around the process, which would be measured too. @param {import('./sandbox.mjs').SandboxOptions} options */
export const open = async (options) => sandboxOf(processRuntime({ processes: openProcesses() }), options)
