import type { SessionEvent } from '@millrace/protocol'
import { transportName, type ToolPresentationMode } from '@millrace/tools'
import { isOfProgram } from './session-kind.ts'

/** What the log of a session says of how it worked, as far as that matters where it goes on. */
export interface SessionPast {
  /** How its agent called tools; `undefined` where it was never asked anything. */
  readonly mode: ToolPresentationMode | undefined
  /** Whether a person gave its program, and no model. */
  readonly isProgram: boolean
}

/** Looks how a session worked when it was left. */
export function sessionPast(events: readonly SessionEvent[]): SessionPast {
  const own = events.filter(({ agent }) => agent === undefined)
  const prompt = own.findLast((event) => event.type === 'prompt/assembled')
  const step = own.findLast((event) => event.type === 'step/start')
  return {
    mode: prompt === undefined ? undefined : modeOf(prompt.data.tools.map(({ name }) => name)),
    isProgram: step !== undefined && isOfProgram(step.data.model),
  }
}

function modeOf(names: readonly string[]): ToolPresentationMode {
  if (!names.includes(transportName)) return 'native'
  return names.length === 1 ? 'code' : 'both'
}
