import { UsageError } from '../usage-error.ts'
import type { Answered, Answerer } from './answerer.ts'

/** What the command line says to every question, so that nobody is asked. */
export interface AnswerFlags {
  readonly approveAll?: boolean
  readonly approveReads?: boolean
  readonly denyAll?: boolean
}

const answers: Readonly<Record<string, Answered>> = {
  '--approve-all': { outcome: 'allowed-once', by: '--approve-all' },
  '--approve-reads': {
    outcome: 'rejected',
    by: '--approve-reads',
    message: '--approve-reads lets only tools run that change nothing',
  },
  '--deny-all': { outcome: 'rejected', by: '--deny-all', message: '--deny-all denies every question' },
}

/**
 * The answerer that the flags ask for; `undefined` without one.
 * @throws UsageError where two of them contradict each other.
 */
export function flagAnswerer({ approveAll, approveReads, denyAll }: AnswerFlags): Answerer | undefined {
  const given = [
    ...(approveAll === true ? ['--approve-all'] : []),
    ...(approveReads === true ? ['--approve-reads'] : []),
    ...(denyAll === true ? ['--deny-all'] : []),
  ]
  if (given.length > 1) {
    throw new UsageError(`${given.join(' and ')} contradict each other`, ['give one of them'])
  }
  const answered = answers[given[0] ?? '']
  return answered && { answer: () => Promise.resolve(answered) }
}
