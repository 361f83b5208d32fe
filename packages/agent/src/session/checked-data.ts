import { JsonValueError, snapshotJsonValue } from '@millrace/schema'
import type { AppendOptions } from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import { eventProblem } from './event.ts'
import type { KnownEvents } from './event-shapes.ts'
import { quoted } from './quoted.ts'

/**
 * The data of an event as a log keeps it. What is appended can be loaded: anything else is refused here, before it has a
 * number.
 * @throws SessionError `SESSION_UNSUPPORTED`; JsonValueError where the data is no lossless JSON.
 */
export function checkedData(
  type: string,
  data: unknown,
  { agent, ignorable }: AppendOptions,
  known: KnownEvents,
): unknown {
  const refuse = (problem: string): never => {
    throw new SessionError('SESSION_UNSUPPORTED', `an event ${quoted(type)} cannot be logged: ${problem}`)
  }
  if (agent !== undefined && (typeof agent !== 'string' || agent === '')) refuse('its "agent" must be an id')
  if (typeof type !== 'string' || type === '') refuse('its type must be a name')
  if (!known.has(type) && ignorable !== true) {
    refuse('its type is not known to this store; name it in "knownEvents", or append it as ignorable')
  }
  const kept = lossless(type, data)
  const problem = eventProblem(type, kept, known)
  return problem === undefined ? kept : refuse(problem)
}

function lossless(type: string, data: unknown): unknown {
  try {
    return snapshotJsonValue(data)
  } catch (error) {
    if (!(error instanceof JsonValueError)) throw error
    throw new JsonValueError(`an event "${type}" cannot be logged: ${error.message}`)
  }
}
