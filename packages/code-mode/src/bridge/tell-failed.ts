import type { ToolRunContext } from '@millrace/tools'
import type { CodeRunFailedError } from '../errors.ts'
import '../events.ts'
import type { Bridge } from './bridge.ts'

/** Tells why a program failed. Never throws. */
export function tellFailed({ ctx, warn }: Bridge, exec: ToolRunContext, error: CodeRunFailedError): void {
  try {
    ctx.emit('code/failed', exec, error)
  } catch (problem) {
    warn(`a listener of "code/failed" failed, of call ${exec.callId}`, problem)
  }
}
