import type { ToolRunContext } from '@millrace/tools'
import type { CodeRunFailedError } from '../errors.ts'
import type { Bridge } from './bridge.ts'

declare module '@deepseek-ai/cordis' {
  interface Events {
    /**
     * A program failed: what a result says in words alone. Emitted before the result of its call is made, for whoever
     * has to act upon it; failures of listeners are contained.
     * @mode emit
     */
    'code/failed'(exec: Readonly<ToolRunContext>, error: CodeRunFailedError): void
  }
}

/** Tells why a program failed. Never throws. */
export function tellFailed({ ctx, warn }: Bridge, exec: ToolRunContext, error: CodeRunFailedError): void {
  try {
    ctx.emit('code/failed', exec, error)
  } catch (problem) {
    warn(`a listener of "code/failed" failed, of call ${exec.callId}`, problem)
  }
}
