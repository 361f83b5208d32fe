import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { sandboxOf } from './millrace.mjs'

/** @param {import('./sandbox.mjs').SandboxOptions} options */
export const open = async (options) => sandboxOf(inlineRuntime(), options)
