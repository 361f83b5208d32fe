import type { Attempt, Call } from './call.ts'

/** The run of the body that an action belongs to; using one at another time is reported, once for each call. */
export function openAttempt(call: Call, action: string): Attempt | undefined {
  if (call.attempt?.open === true) return call.attempt
  reportMisuse(call, `${action}()`, 'was used while its body was not running; ignored')
  return undefined
}

/** Warns of what a body did wrong with its execution, once for each call. */
export function reportMisuse(call: Call, action: string, problem: string): void {
  if (call.misuseReported) return
  call.misuseReported = true
  const { name, callId } = call.exec
  call.runtime.warn(`${action} of call "${callId}" to tool "${name}" ${problem}`)
}
