import type { UserMessage } from '@millrace/protocol'
import type { ToolExecutionResult } from '../contract/result.ts'
import { aborted, isAborted } from '../outcome/aborted.ts'
import { canonicalize } from '../outcome/canonical.ts'
import { FusedSignal, reasonOf } from '../outcome/fused-signal.ts'
import { losslessContexts } from '../outcome/lossless.ts'
import { failureOf, success } from '../outcome/result.ts'
import type { ToolEntry } from '../registry/entry.ts'
import type { Attempt, Call } from './call.ts'
import { currentTool } from './current-tool.ts'

/** As much of a signal as the pipeline looks at. */
type Cancellation = Pick<AbortSignal, 'aborted' | 'reason'>

/**
 * Runs the tool once, on a signal that follows the caller's whatever wrappers put in its place. Never rejects,
 * and never runs the body before it returns.
 */
export function runBody(call: Call): Promise<ToolExecutionResult> {
  return call.signal === call.caller ? attempt(call, call.caller) : fusedAttempt(call, call.signal)
}

async function fusedAttempt(call: Call, given: AbortSignal): Promise<ToolExecutionResult> {
  const fused = new FusedSignal(call.caller, given)
  call.fused = fused
  try {
    return await attempt(call, fused)
  } finally {
    fused.release()
    call.fused = undefined
    call.signal = given
  }
}

async function attempt(call: Call, signal: Cancellation): Promise<ToolExecutionResult> {
  if (isAborted(signal)) return aborted(call.attempt !== undefined)
  const run: Attempt = { contexts: undefined, concludes: false, open: true }
  let entry: ToolEntry
  let returned: unknown
  try {
    entry = currentTool(call)
    call.attempt = run
    returned = await entry.definition.execute(call.exec.arguments, call.exec)
  } catch (error) {
    if (isAborted(signal) && isAbort(error, signal)) call.trace?.cancelled()
    return settle(run, (contexts) => failureOf(error, contexts))
  }
  if (run.contexts === undefined && !isAborted(signal)) {
    run.open = false
    return succeed(call, entry, returned, run, undefined)
  }
  return settle(run, (contexts) =>
    isAborted(signal) ? aborted(true, contexts) : succeed(call, entry, returned, run, contexts),
  )
}

/** Whether a body threw because it observed its signal: the tool's own error stays, but it is no failure of the tool. */
function isAbort(error: unknown, signal: Cancellation): boolean {
  if (error === reasonOf(signal)) return true
  try {
    return (error as { name?: unknown } | null | undefined)?.name === 'AbortError'
  } catch {
    return false
  }
}

/** Ends an attempt: what it deferred is taken over, and nothing more can be added. */
function settle(
  run: Attempt,
  build: (contexts: UserMessage[] | undefined) => ToolExecutionResult,
): ToolExecutionResult {
  run.open = false
  try {
    return build(losslessContexts(run.contexts))
  } catch (error) {
    return failureOf(error)
  }
}

function succeed(
  call: Call,
  entry: ToolEntry,
  returned: unknown,
  run: Attempt,
  contexts: UserMessage[] | undefined,
): ToolExecutionResult {
  const { arguments: args, parent } = call.exec
  try {
    const { value, content, meta } = canonicalize(entry, args, returned, parent === undefined)
    return success({ value, content, meta, contexts, concludes: run.concludes })
  } catch (error) {
    return failureOf(error, contexts)
  }
}
