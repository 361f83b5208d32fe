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

function serviceOf({ sandbox: opened, egress = [] }: SandboxConfig): SandboxService {
  return Object.freeze({
    enforcement: opened.enforcement,
    backend: opened.backend,
    // Known only once the first command wanted a network.
    get network() {
      return opened.network
    },
    gaps: Object.freeze([...opened.gaps]),
    egress: Object.freeze([...egress]),
  })
}
