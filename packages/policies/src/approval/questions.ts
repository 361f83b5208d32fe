import { randomBytes } from 'node:crypto'
import { randomIds } from '@millrace/host'
import type { CallId } from '@millrace/protocol'
import type { ToolExecution } from '@millrace/tools'
import type { ApprovalConfig, CallQuestion, HostQuestion, StepQuestion, SuggestedRules } from './contract.ts'
import { hostHash, stepHash } from './question-hash.ts'
import { readRules } from './read-reply.ts'
import type { Warn } from '../log/tell.ts'

/** Makes the question whether a call may run. */
export function callQuestion(
  execution: Readonly<ToolExecution>,
  hash: string,
  reason: string | undefined,
  { suggest }: ApprovalConfig,
  warn: Warn,
): CallQuestion {
  const { callId, name: toolName } = execution
  return Object.freeze({
    kind: 'call',
    ...identity(),
    hash,
    ...(reason !== undefined && { reason }),
    suggestions: suggestions(() => suggest?.(execution), warn),
    callId,
    toolName,
    execution,
  })
}

/** A place that a command wants to reach. */
export interface WantedHost {
  readonly host: string
  readonly port: number
}

/** Makes the question whether commands may reach a host. */
export function hostQuestion(
  { host, port }: WantedHost,
  { suggestHost }: ApprovalConfig,
  warn: Warn,
): HostQuestion {
  return Object.freeze({
    kind: 'host',
    ...identity(),
    hash: hostHash(host, port),
    reason: `a command wants to reach ${host}:${port}, which no rule allows`,
    suggestions: suggestions(() => suggestHost?.(host, port)?.map((rule) => [rule]), warn),
    host,
    port,
  })
}

/** Makes the question whether an agent may take its next step. Only that one step can be allowed. */
export function stepQuestion(callId: CallId, reason: string | undefined): StepQuestion {
  return Object.freeze({
    kind: 'step',
    ...identity(),
    hash: stepHash(callId, reason),
    ...(reason !== undefined && { reason }),
    suggestions: Object.freeze([]),
    callId,
  })
}

const nonceBytes = 32

function identity(): { requestId: string; nonce: string } {
  return { requestId: randomIds.next('ask'), nonce: randomBytes(nonceBytes).toString('base64url') }
}

/** Who cannot suggest anything leaves no wider answer to give; the question stands all the same. */
function suggestions(
  suggest: () => readonly SuggestedRules[] | undefined,
  warn: Warn,
): readonly SuggestedRules[] {
  try {
    const read = [...(suggest() ?? [])].map(readRules)
    return Object.freeze(read.filter((rules) => rules !== undefined))
  } catch (error) {
    warn('no rules can be suggested for a question', error)
    return Object.freeze([])
  }
}
