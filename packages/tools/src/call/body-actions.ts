import type { UserMessage } from '@millrace/protocol'
import type { Call } from './call.ts'
import type { BodyActions } from './execution.ts'

/** What a body may do besides returning; `callOf` gives the call once it exists. */
export function bodyActions(callOf: () => Call): BodyActions {
  return {
    deferContext: (context: UserMessage) => {
      const call = callOf()
      if (isOpen(call, 'deferContext')) call.attempt?.contexts.push(context)
    },
    concludeTurn: () => {
      const call = callOf()
      if (isOpen(call, 'concludeTurn') && call.attempt !== undefined) call.attempt.concludes = true
    },
  }
}

function isOpen(call: Call, action: string): boolean {
  if (call.attempt?.open === true) return true
  if (!call.misuseReported) {
    call.misuseReported = true
    const { name, callId } = call.exec
    call.runtime.warn(
      `${action}() of call "${callId}" to tool "${name}" was used while its body was not running; ignored`,
    )
  }
  return false
}
