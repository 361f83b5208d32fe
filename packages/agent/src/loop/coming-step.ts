import type { CallId } from '@millrace/protocol'
import { bytesOfContent } from '../context/size.ts'
import type { AgentModel, ModelPrice } from '../contract/model.ts'
import type { ComingStep } from '../contract/step.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { AgentError } from './agent-error.ts'
import { costOf } from './cost.ts'
import { isCostLimited } from './limits.ts'
import type { LiveAgent } from './live-agent.ts'
import type { Turn } from './turn.ts'

/** A step as its listeners see it. The past can be made shorter until the step has its answer. */
export class LiveStep implements ComingStep {
  readonly agent: LiveAgent
  readonly turn: number
  readonly step: number
  readonly signal: AbortSignal
  readonly #turn: Turn
  #answered = false

  constructor(turn: Turn) {
    this.#turn = turn
    this.agent = turn.agent
    this.turn = turn.number
    this.step = turn.step
    this.signal = turn.signal
  }

  get conversation(): Conversation {
    return this.agent.conversation
  }

  prune(results: readonly { callId: CallId; text: string }[], by: string): void {
    this.requireOpen()
    const carried = new Map(
      this.conversation.entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.callId, entry]] : [])),
    )
    const pruned = results.map(({ callId, text }) => {
      const found = carried.get(callId)
      if (found === undefined) {
        throw new AgentError(
          'AGENT_OPTIONS',
          `no result of call ${callId} is carried by requests: it cannot be pruned`,
        )
      }
      return { callId, bytes: bytesOfContent(found.content), text }
    })
    if (pruned.length > 0) this.#turn.log('context/pruned', { results: pruned, by })
  }

  summarise({ keptFrom, text, by, usage, model }: Parameters<ComingStep['summarise']>[0]): void {
    this.requireOpen()
    const kept = this.conversation.entries.find(({ seq }) => seq === keptFrom)
    if (kept?.kind !== 'user') {
      throw new AgentError(
        'AGENT_OPTIONS',
        `keptFrom ${keptFrom} must be the number of a user/message event that begins a turn`,
      )
    }
    const cost = usage && costOf(usage, this.#priceOf(model))
    this.#turn.log('context/summarised', {
      keptFrom,
      summary: text,
      by,
      ...(usage !== undefined && { usage }),
      ...(cost !== undefined && { cost }),
    })
  }

  /** A budget is not evaded by a model that has no price. */
  #priceOf(writer: Pick<AgentModel, 'price'> | undefined): ModelPrice | undefined {
    const own = this.agent.config.model.price
    if (writer === undefined) return own
    return writer.price ?? (isCostLimited(this.agent) ? own : undefined)
  }

  /** Throws once the step has its answer. */
  requireOpen(): void {
    if (this.#turn.step === this.step && !this.#answered) return
    throw new AgentError(
      'AGENT_OPTIONS',
      `step ${this.step} of turn ${this.turn} has its answer: its past cannot change any more`,
    )
  }

  /** From here on nothing of it can change. */
  close(): void {
    this.#answered = true
  }
}
