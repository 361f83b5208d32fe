import type { Context } from '@deepseek-ai/cordis'
import type { SandboxConfig, SandboxService } from './contract.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** What keeps commands in. */
    sandbox: SandboxService
  }
}

/**
 * Provides `ctx.sandbox`, so that policies and front ends know what they may rely on. It listens to no call: whether
 * a command runs inside is settled by the processes that its tool was given.
 */
export const sandbox = {
  name: 'sandbox',
  apply(ctx: Context, config: SandboxConfig): void {
    ctx.provide('sandbox', serviceOf(config))
  },
}

function serviceOf({ sandbox: { enforcement, backend, gaps } }: SandboxConfig): SandboxService {
  return Object.freeze({ enforcement, backend, gaps: Object.freeze([...gaps]) })
}
