import type { AgentModel, ModelAnswer } from '@millrace/agent'

/** By this name the log tells who made the call: a person, by hand. */
export const callModel = { provider: 'millrace', id: 'call' } as const

/** A call that a person makes. */
export interface HandmadeCall {
  readonly tool: string
  /** JSON, as it was typed. */
  readonly argumentsText: string
}

/**
 * Stands in for a model where a person makes one call: it asks for that call once, whoever shares it, and says nothing when
 * that is over. It reaches no network and costs nothing.
 */
export function modelOfCall({ tool, argumentsText }: HandmadeCall): AgentModel {
  let isMade = false
  return {
    name: callModel,
    price: { input: 0, output: 0 },
    ask: () => {
      if (isMade) return Promise.resolve(nothingMore)
      isMade = true
      const call = { id: 'call', name: tool, arguments: argumentsText }
      return Promise.resolve({
        message: { role: 'assistant', content: [], toolCalls: [call] },
        finish: 'tool-calls',
      })
    },
  }
}

const nothingMore: ModelAnswer = { message: { role: 'assistant', content: [] }, finish: 'stop' }
