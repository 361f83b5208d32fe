import type { AgentModel, ModelAnswer } from '@millrace/agent'
import type { GivenProgram } from './given-program.ts'

/** By this name the log tells who made the call: the command itself. */
export const programModel = { provider: 'millrace', id: 'code' } as const

/**
 * Stands in for a model where a person gives a program: it calls `run_code` once with that program, and says nothing when it
 * is over. It reaches no network and costs nothing.
 * @param program - left out where a session goes on whose call was made already.
 */
export function modelOfProgram(program?: Pick<GivenProgram, 'code' | 'title'>): AgentModel {
  return {
    name: programModel,
    price: { input: 0, output: 0 },
    ask: ({ messages }) => {
      const hasRun = messages.some(({ role }) => role === 'tool')
      return Promise.resolve(hasRun || program === undefined ? nothingMore : callOf(program))
    },
  }
}

const nothingMore: ModelAnswer = { message: { role: 'assistant', content: [] }, finish: 'stop' }

function callOf({ code, title }: Pick<GivenProgram, 'code' | 'title'>): ModelAnswer {
  const call = { id: 'program', name: 'run_code', arguments: JSON.stringify({ code, description: title }) }
  return { message: { role: 'assistant', content: [], toolCalls: [call] }, finish: 'tool-calls' }
}
