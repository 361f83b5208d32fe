// What all runtimes have in common here: a program, functions that it calls as `tools.name(value)`, and what it returns.

/** @typedef {Record<string, (value: any) => unknown>} Tools */

/**
 * @typedef {object} Sandbox
 * @property {(program: string, tools?: Tools) => Promise<any>} run - gives what the program returns, and rejects where it failed.
 * @property {() => Promise<void>} close
 */

/**
 * What may be asked of a runtime.
 * @typedef {object} SandboxOptions
 * @property {number} [limitMs] - for how long a program may compute.
 * @property {number} [threads] - programs that a runtime with a pool has at the same time.
 */

/** Enough for all that is measured here. */
export const usualMs = 30_000

/** @type {Record<string, () => Promise<{ open: (options: SandboxOptions) => Promise<Sandbox> }>>} */
const runtimes = {
  worker: () => import('./worker.mjs'),
  inline: () => import('./inline.mjs'),
  process: () => import('./process.mjs'),
  dsh: () => import('./dsh.mjs'),
  run: () => import('./run.mjs'),
  executor: () => import('./executor.mjs'),
  isolated: () => import('./isolated.mjs'),
}

/** @param {string} runtime @param {SandboxOptions} [options] @returns {Promise<Sandbox>} */
export async function openSandbox(runtime, options = {}) {
  const { open } = await runtimes[runtime]()
  return open(options)
}
