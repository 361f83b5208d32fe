import { UsageError } from '../usage-error.ts'
import type { Answerer } from './answerer.ts'

/** What the command line says to every question, so that nobody is asked. */
export interface AnswerFlags {
  readonly approveAll?: boolean
  readonly approveReads?: boolean
  readonly denyAll?: boolean
}

/** A flag that denies whatever would have been asked about. */
export interface DenyingFlag {
  readonly flag: string
  readonly reason: string
}

/** What the flags come to; neither without one. */
export interface FlagAnswer {
  readonly answerer?: Answerer
  readonly denial?: DenyingFlag
}

const answers: Readonly<Record<string, FlagAnswer>> = {
  '--approve-all': {
    answerer: { answer: () => Promise.resolve({ outcome: 'allowed-once', by: '--approve-all' }) },
  },
  '--approve-reads': {
    denial: {
      flag: '--approve-reads',
      reason: 'denied by --approve-reads, which lets only tools run that change nothing',
    },
  },
  '--deny-all': {
    denial: { flag: '--deny-all', reason: 'denied by --deny-all, which answers no to every question' },
  },
}

/**
 * What the flags answer.
 * @throws UsageError where two of them contradict each other.
 */
export function flagAnswer({ approveAll, approveReads, denyAll }: AnswerFlags): FlagAnswer | undefined {
  const given = [
    ...(approveAll === true ? ['--approve-all'] : []),
    ...(approveReads === true ? ['--approve-reads'] : []),
    ...(denyAll === true ? ['--deny-all'] : []),
  ]
  if (given.length > 1) {
    throw new UsageError(`${given.join(' and ')} contradict each other`, ['give one of them'])
  }
  return answers[given[0] ?? '']
}
