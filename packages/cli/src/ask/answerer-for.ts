import type { Io } from '../io.ts'
import type { ColourChoice } from '../screen.ts'
import { UsageError } from '../usage-error.ts'
import type { Workspace } from '../workspace.ts'
import { flagAnswer, type AnswerFlags, type FlagAnswer } from './answer-flags.ts'
import { terminalAnswerer } from './terminal-answerer.ts'

/**
 * Who answers questions about a call: the flags, the host that brought an `approval` service, or whoever sits at the
 * terminal. Empty where the host does, or nobody is there.
 * @throws UsageError where flags contradict each other or the host.
 */
export function answererFor(
  flags: AnswerFlags,
  { ctx }: Workspace,
  io: Io,
  colour: ColourChoice,
): FlagAnswer {
  const byFlag = flagAnswer(flags)
  if (ctx.get('approval') !== undefined) {
    if (byFlag === undefined) return {}
    throw new UsageError('this host answers questions itself, so no flag of the command can')
  }
  if (byFlag !== undefined) return byFlag
  return io.openKeyboard === undefined ? {} : { answerer: terminalAnswerer(io, io.openKeyboard, colour) }
}
