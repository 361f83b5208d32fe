import type { SessionChoice } from '../run/session-choice.ts'
import { UsageError } from '../usage-error.ts'
import type { SessionOptions } from './command-options.ts'

/**
 * Which session the command line means.
 * @throws UsageError where options contradict each other.
 */
export function sessionChoice({
  continue: latest = false,
  resume,
  session = true,
}: SessionOptions): SessionChoice {
  const given = [
    ...(latest ? ['--continue'] : []),
    ...(resume === undefined ? [] : ['--resume']),
    ...(session ? [] : ['--no-session']),
  ]
  if (given.length > 1)
    throw new UsageError(`${given.join(' and ')} contradict each other`, ['give one of them'])
  if (resume !== undefined) return { kind: 'named', prefix: resume }
  return { kind: latest ? 'latest' : 'new' }
}
