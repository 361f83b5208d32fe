import type * as acp from '@agentclientprotocol/sdk'
import type { TurnResult } from '@millrace/agent'
import type { FinishReason } from '@millrace/protocol'
import { AcpError } from '../acp-error.ts'

const ofFinish: Partial<Record<FinishReason, acp.StopReason>> = {
  length: 'max_tokens',
  'content-filter': 'refusal',
}

/** Limits of what a turn may spend; the others count its requests, calls and time. */
const spends: ReadonlySet<string | undefined> = new Set(['tokens', 'cost'])

/**
 * Why a turn stopped, in the words of the protocol.
 * @param finish - how the last answer of the model ended.
 * @throws AcpError `ACP_TURN_FAILED` where the turn failed; its cause has the code of the failure.
 */
export function stopReason(
  { reason, code, message }: Pick<TurnResult, 'reason' | 'code' | 'message'>,
  finish: FinishReason | undefined,
): acp.StopReason {
  switch (reason) {
    case 'done':
      return (finish && ofFinish[finish]) ?? 'end_turn'
    case 'concluded':
      return 'end_turn'
    case 'interrupted':
      return 'cancelled'
    case 'limit':
      return spends.has(code) ? 'max_tokens' : 'max_turn_requests'
    case 'denied':
      return 'refusal'
    case 'failed':
      throw new AcpError(
        'ACP_TURN_FAILED',
        `${code === undefined ? '' : `${code}: `}${message ?? 'the turn failed'}`,
      )
  }
}
