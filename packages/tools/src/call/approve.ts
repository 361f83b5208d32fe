import { messageOf, type ApprovalOutcome } from '@millrace/protocol'
import { approvalRequest, type ToolApprovalAnswer } from '../contract/approval.ts'
import { isAborted } from '../outcome/aborted.ts'
import type { Call } from './call.ts'

/**
 * Puts a question to the approval service.
 * @returns the reason of the denial; `undefined` once the call may go on, or its caller gave up.
 */
export async function approve(call: Call, reason: string | undefined): Promise<string | undefined> {
  const outcome = await ask(call, reason)
  const { by, denial } = outcome
  if (denial === undefined) call.trace?.decided('approval', by, 'allow')
  else call.trace?.denied('approval', by)
  return denial
}

interface Answered {
  readonly by: string
  readonly denial?: string
}

async function ask(call: Call, reason: string | undefined): Promise<Answered> {
  const { name, agent } = call.exec
  const service = call.runtime.approval()
  call.trace?.start()
  if (service === undefined) {
    return { by: 'nobody to ask', denial: reason ?? `tool "${name}" requires approval (not yet supported)` }
  }
  const needed = `tool "${name}" requires approval, but`
  if (agent === undefined) {
    return { by: 'nobody to ask', denial: `${needed} the call has no agent to route it through` }
  }
  const answer = read(await service.request(approvalRequest(call.exec, agent, reason)))
  switch (answer.kind) {
    case 'allowed-once':
      return { by: 'you' }
    case 'rejected':
      return { by: 'you', denial: `the user rejected tool "${name}"${answer.message}` }
    case 'cancelled':
      return isAborted(call.caller)
        ? { by: 'millrace' }
        : { by: 'you', denial: `approval for tool "${name}" was cancelled` }
    case 'unavailable':
      return { by: 'nobody to ask', denial: `${needed} no approval channel is available` }
    default:
      return unreachable(answer.kind)
  }
}

interface ReadAnswer {
  readonly kind: ApprovalOutcome
  /** Ready to be appended to a reason. */
  readonly message: string
}

function read(answer: ToolApprovalAnswer): ReadAnswer {
  if (typeof answer !== 'object' || answer === null) return { kind: answer, message: '' }
  const { kind, message } = answer
  return { kind, message: typeof message === 'string' && message !== '' ? `: ${message}` : '' }
}

function unreachable(outcome: never): never {
  throw new Error(`unreachable approval outcome ${messageOf(outcome)}`)
}
