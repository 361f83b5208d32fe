import type { SessionEventMap, SessionEventType } from '@millrace/protocol'
import type { LiveAgent } from './live-agent.ts'
import type { CallRecord } from './call-record.ts'

/**
 * Logs what is told of the calls of an agent while they are under way. Events reach the agents above, too: only the one
 * that made the call logs it.
 */
export function listenToCalls(agent: LiveAgent): void {
  const { ctx } = agent
  const ours = (callId: string): CallRecord | undefined => {
    const call = agent.live.callUnderWay(callId)
    return call?.agent === agent ? call : undefined
  }
  const log = <T extends SessionEventType>(type: T, data: SessionEventMap[T]): void =>
    agent.tryAppend(type, data)
  const granted = new Set<string>()

  ctx.on('tools/trace', (exec, trace) => {
    const call = ours(exec.callId)
    if (call?.callId === exec.callId && exec.parent === undefined) call.trace = trace
  })
  ctx.on('tools/progress', (exec, progress) => {
    const call = ours(exec.callId)
    if (call?.callId === exec.callId) call.progress?.report({ callId: exec.callId, ...progress })
  })
  ctx.on('approval/asked', (question) => {
    const call = ours(question.callId)
    if (call === undefined) return
    call.questions += 1
    log('approval/asked', question)
  })
  ctx.on('approval/decided', (answer) => {
    const call = ours(answer.callId)
    if (call === undefined) return
    call.questions -= 1
    log('approval/decided', answer)
  })
  ctx.on('spill/kept', (kept) => {
    if (ours(kept.callId) !== undefined) log('spill/kept', kept)
  })
  // Told to all, so that a question must be open: ids of calls are unique within their session only.
  ctx.on('permission/granted', (grant) => {
    const call = grant.for === undefined ? undefined : ours(grant.for.callId)
    if (call === undefined || call.questions === 0) return
    granted.add(grant.id)
    log('permission/granted', grant)
  })
  ctx.on('permission/revoked', (revoked) => {
    if (granted.delete(revoked.id)) log('permission/revoked', revoked)
  })
}
