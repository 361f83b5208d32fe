import type { Mcp } from '../../contract/service.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** Remote servers whose tools are tools of this runtime. */
    mcp: Mcp
  }

  interface Events {
    /**
     * A server was added or removed, or its state or its tools have changed; `ctx.mcp.servers()` says how they are now.
     * Failures of listeners are contained.
     * @mode emit
     */
    'mcp/change'(): void
  }
}
