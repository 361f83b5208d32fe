import type { ApprovalFrontEnd } from '@millrace/policies/approval'
import { UsageError } from '../usage-error.ts'

/** What the command line says to every question, so that nobody is asked. */
export interface AnswerFlags {
  readonly approveAll?: boolean
  readonly approveReads?: boolean
  readonly denyAll?: boolean
}

/** Denies whatever would have been asked about. */
export interface Denial {
  /** Who denies: a flag, or that nobody is there. */
  readonly by: string
  readonly reason: string
  /** Whether it denies all that may change something, whatever a rule or the sandbox allows. */
  readonly changes?: boolean
}

/** Who answers questions, in the place of people: somebody who says yes, or a denial before any question. */
export interface Answers {
  readonly frontEnd?: ApprovalFrontEnd
  readonly denial?: Denial
}

/** By this name the flag answers that says yes to everything. */
export const approveAllName = '--approve-all'

const answers: Readonly<Record<string, Answers>> = {
  [approveAllName]: {
    frontEnd: { name: approveAllName, ask: () => Promise.resolve({ kind: 'once' }) },
  },
  '--approve-reads': {
    denial: {
      by: '--approve-reads',
      reason: 'denied by --approve-reads, which lets only tools run that change nothing',
      changes: true,
    },
  },
  '--deny-all': {
    denial: { by: '--deny-all', reason: 'denied by --deny-all, which answers no to every question' },
  },
}

/**
 * What the flags answer; `undefined` without one.
 * @throws UsageError where two of them contradict each other.
 */
export function flagAnswer({ approveAll, approveReads, denyAll }: AnswerFlags): Answers | undefined {
  const given = [
    ...(approveAll === true ? [approveAllName] : []),
    ...(approveReads === true ? ['--approve-reads'] : []),
    ...(denyAll === true ? ['--deny-all'] : []),
  ]
  if (given.length > 1) {
    throw new UsageError(`${given.join(' and ')} contradict each other`, ['give one of them'])
  }
  return answers[given[0] ?? '']
}
