import type { Events } from '@deepseek-ai/cordis'
import { notify } from '@millrace/scope'
import type { Call } from './call.ts'
import { argumentsOf, carrierOf, hearing } from './hearing.ts'

/** Tells the observers of an event about this call. Whatever they do is contained, and reported. */
export function tell(call: Call, name: keyof Events, subject: unknown): void {
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
