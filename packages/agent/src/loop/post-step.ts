import type { ContentBlock, UserMessage } from '@millrace/protocol'
import type { AgentStep, PostStepDecision, StepOutcome } from '../contract/step.ts'
import { AgentError } from './agent-error.ts'
import { pluginMessage, readMessage } from './message.ts'
import type { Turn } from './turn.ts'
import { untilStopped } from './until-stopped.ts'

const accepted: PostStepDecision = Object.freeze({ kind: 'accept' })

/**
 * Asks the `agent/post-step` listeners, and logs what they add.
 * @returns whether the turn must go on.
 * @throws AgentError `INVALID_DECISION`.
 */
export async function postStep(turn: Turn, outcome: StepOutcome): Promise<boolean> {
  const { agent, number, step, signal } = turn
  const seen: AgentStep = { agent, turn: number, step, conversation: agent.conversation, signal }
  const accept = (): Promise<PostStepDecision> => Promise.resolve(accepted)
  const decided = agent.runtime.waterfall('agent/post-step', agent, [seen, outcome], accept)
  const answer = await untilStopped(turn, decided)
  if (turn.isEnding) return false
  const { feedback, contexts } = readDecision(answer)
  if (feedback !== undefined)
    turn.log('user/message', { message: pluginMessage(feedback, 'agent/post-step') })
  for (const message of contexts) turn.log('user/message', { message })
  return feedback !== undefined
}

interface Read {
  readonly feedback: ContentBlock[] | undefined
  readonly contexts: readonly UserMessage[]
}

function readDecision(answer: unknown): Read {
  if (typeof answer !== 'object' || answer === null) throw malformed('an object with a kind')
  const { kind, feedback, additionalContexts = [] }: Record<string, unknown> = { __proto__: null, ...answer }
  if (!Array.isArray(additionalContexts)) throw malformed('additionalContexts that are an array of messages')
  const contexts = additionalContexts.map(readMessage)
  if (kind === 'accept') return { feedback: undefined, contexts }
  if (kind !== 'block') throw malformed('the kind "accept" or "block"')
  if (!Array.isArray(feedback)) throw malformed('feedback that is an array of content blocks')
  const { content } = readMessage({ role: 'user', content: feedback })
  return { feedback: content as ContentBlock[], contexts }
}

function malformed(expected: string): AgentError {
  return new AgentError(
    'INVALID_DECISION',
    `an agent/post-step listener must return ${expected}; the turn ends`,
  )
}
