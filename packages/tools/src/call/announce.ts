import type { Events } from '@deepseek-ai/cordis'
import { notify } from '@millrace/scope'
import type { ToolExecutionResult } from '../contract/result.ts'
import { argumentsOf, carrierOf, hearing, type Call } from './call.ts'

/** Tells the observers how the call ended. Nothing that they do can change it. */
export function announce(call: Call, result: ToolExecutionResult): ToolExecutionResult {
  if (call.trace !== undefined) tell(call, 'tools/trace', call.trace.finish(result))
  tell(call, 'tools/result', result)
  return result
}

function tell(call: Call, name: keyof Events, subject: unknown): void {
  try {
    const hooks = hearing(call, 'emit', name, subject)
    if (hooks.length === 0) return
    notify(hooks, carrierOf(call), argumentsOf(call, subject), (error, source) =>
      report(call, name, source, error),
    )
  } catch (error) {
    report(call, name, 'internal/dispatch', error)
  }
}

function report(call: Call, name: keyof Events, source: string, error: unknown): void {
  call.runtime.warn(`a ${name} observer of plugin "${source}" failed`, error)
}
