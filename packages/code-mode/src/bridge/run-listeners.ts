import { createScope } from '@millrace/scope'
import type { ToolRunContext } from '@millrace/tools'
import type { Bridge } from './bridge.ts'
import type { DispatchLog } from './dispatch-log.ts'
import { isSubCallOf } from './sub-call-id.ts'

/** What a run wants to know of its calls. */
export interface RunEars {
  readonly log: DispatchLog
  /** Somebody is asked about a call. */
  readonly asked: (requestId: string) => void
  /** That question is over. */
  readonly decided: (requestId: string) => void
}

/**
 * Listens to what is told about the calls of one run, in the scope of its agent: ids are unique within a session only.
 * @returns the way to stop.
 */
export function listenToRun(
  bridge: Bridge,
  exec: ToolRunContext,
  { log, asked, decided }: RunEars,
): () => void {
  const { agent, callId, token } = exec
  // Nobody is asked without an agent, and nothing is logged.
  if (agent === undefined) return () => undefined
  const { ctx, rawDispose } = createScope(bridge.ctx, agent)
  ctx.on('approval/asked', (question) => {
    if (isSubCallOf(callId, question.callId)) asked(question.requestId)
  })
  ctx.on('approval/decided', (answer) => {
    if (isSubCallOf(callId, answer.callId)) decided(answer.requestId)
  })
  if (log.isOpen) {
    ctx.on('tools/trace', (call, trace) => {
      if (call.parent === token) log.traced(call.callId, trace)
    })
  }
  return () => void rawDispose()
}
