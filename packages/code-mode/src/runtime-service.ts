import type { Context } from '@deepseek-ai/cordis'
import type { CodeRuntime } from './contract/runtime.ts'
import { CodeModeError } from './errors.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** Where programs run. Looked up when one does: there may be none. */
    codeRuntime?: CodeRuntime
  }
}

/**
 * Lets programs run in a runtime, as an effect of the calling context, which closes it in the end.
 * @returns the exact disposer: what runs is cancelled, and everything of the runtime is let go of.
 * @throws CodeModeError (`CODE_CONFIG_INVALID`) where a runtime is mounted already, which leaves the new one alone, or where it has no
 * proper names.
 */
export function provideCodeRuntime(ctx: Context, runtime: CodeRuntime): () => void {
  const { language, isolation } = runtime
  if (!isIdentifier(language) || !isIdentifier(isolation)) {
    throw new CodeModeError(
      'CODE_CONFIG_INVALID',
      `the language and the isolation of a code runtime are lowercase identifiers such as "typescript" and "wasm-worker", not ${JSON.stringify(language)} and ${JSON.stringify(isolation)}`,
    )
  }
  const mounted = ctx.get('codeRuntime', false)
  if (mounted !== undefined) {
    throw new CodeModeError(
      'CODE_CONFIG_INVALID',
      `a code runtime (${mounted.isolation}) is mounted already: unmount it before another one is mounted`,
    )
  }
  return ctx.effect(function* () {
    // Undone in reverse: nobody finds a runtime that is being closed.
    yield () => runtime.close()
    yield ctx.provide('codeRuntime', runtime)
  }, `codeRuntime(${runtime.isolation})`)
}

/**
 * The runtime, where one is mounted.
 * @param what - begins the message: who requires it.
 * @throws CodeModeError (`CODE_RUNTIME_MISSING`).
 */
export function requireRuntime<T>(runtime: T | undefined, what: string): T {
  if (runtime !== undefined) return runtime
  throw new CodeModeError(
    'CODE_RUNTIME_MISSING',
    `${what} requires a code runtime, and none is mounted: the host mounts one with provideCodeRuntime(ctx, workerRuntime())`,
  )
}

const isIdentifier = (name: unknown): boolean => typeof name === 'string' && /^[a-z][a-z0-9-]*$/.test(name)
