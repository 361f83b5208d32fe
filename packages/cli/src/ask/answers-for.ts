import { isAttended } from '../attended.ts'
import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'
import type { Workspace } from '../workspace.ts'
import { flagAnswer, type AnswerFlags, type Answers } from './answer-flags.ts'

/** By this name a denial is known to be nobody's. */
const nobody: Answers = {
  denial: { by: 'nobody to ask', reason: 'approval needed but nobody can answer' },
}

/**
 * Who answers questions about a call, unless it is somebody at the terminal: the flags, or nobody. Empty where the host
 * has somebody, or a person is there.
 * @throws UsageError where flags contradict each other or the host.
 */
export function answersFor(flags: AnswerFlags, { ctx }: Workspace, io: Io): Answers {
  const byFlag = flagAnswer(flags)
  if (isAttended(ctx)) {
    if (byFlag === undefined) return {}
    throw new UsageError('this host answers questions itself, so no flag of the command can')
  }
  return byFlag ?? (io.openKeyboard === undefined ? nobody : {})
}
