import { createHash } from 'node:crypto'
import type { Card } from '@millrace/cards'
import { randomIds } from '@millrace/host'
import type { JsonValue, SessionEventMap } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { ChangePreview } from '@millrace/toolbox'
import type { ToolApprovalRequest, ToolApprovalService } from '@millrace/tools'
import type { Answered, Answerer, Asked } from '../ask/answerer.ts'

/** What is known of the call that may be asked about. */
export interface AskedCall {
  readonly callId: string
  readonly arguments: JsonValue
  /** Writes an event of the call; returns the card after it. */
  write<T extends 'approval/asked' | 'approval/decided'>(type: T, data: SessionEventMap[T]): Card
  /** What the call would do if it ran now; `undefined` where nobody knows. */
  preview(signal: AbortSignal): Promise<ChangePreview | undefined>
  /** Gives the whole call up. */
  cancel(): void
}

/** The approval service for one call: every question and its answer are events of the call. */
export function recordedApproval(answerer: Answerer, call: AskedCall): ToolApprovalService {
  return {
    async request(request) {
      if (request.callId !== call.callId) return 'unavailable'
      const question = questionOf(request, call.arguments)
      const card = call.write('approval/asked', question)
      const preview: Asked['preview'] = () => call.preview(request.signal)
      const answered = await answerOf(answerer, { card, preview }, request.signal)
      call.write('approval/decided', { ...question, ...answered })
      if (answered.outcome === 'cancelled') call.cancel()
      const { outcome: kind, message } = answered
      return { kind, ...(message !== undefined && { message }) }
    },
  }
}

/** An answer that comes after the caller gave up counts for nothing. */
async function answerOf(answerer: Answerer, asked: Asked, signal: AbortSignal): Promise<Answered> {
  const answered = await answerer.answer(asked, signal)
  return signal.aborted ? { outcome: 'cancelled', by: 'user' } : answered
}

function questionOf(
  { callId, toolName, reason }: ToolApprovalRequest,
  args: JsonValue,
): SessionEventMap['approval/asked'] {
  return {
    requestId: randomIds.next('ask'),
    callId,
    toolName,
    ...(reason !== undefined && { reason }),
    argumentsHash: createHash('sha256').update(printJson(args)).digest('hex'),
  }
}
