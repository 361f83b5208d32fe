import type { Answers } from '../ask/answer-flags.ts'
import { terminalApprovals, type TerminalApprovalsOptions } from '../ask/terminal-approvals.ts'
import { terminalFrontEnd } from '../ask/terminal-front-end.ts'
import { TerminalTurns } from '../ask/terminal-turns.ts'
import { isAttended } from '../attended.ts'
import type { Io } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import type { UnseenTyping } from '../live/unseen-typing.ts'
import type { ColourChoice } from '../screen.ts'
import type { Workspace } from '../workspace.ts'
import type { RecordOptions } from './record.ts'

/** The terminal that people sit at. */
export interface PeoplesTerminal {
  readonly io: Io & { readonly stderr: StatusArea }
  readonly colour: ColourChoice
  /** Whoever hears the keyboard otherwise. */
  readonly typing: Pick<UnseenTyping, 'lift'> | undefined
}

/**
 * Who answers during a call: whether it may run, the flags or whoever sits at the terminal; what its tool wants to know,
 * the person alone.
 */
export function people(
  { frontEnd, denial }: Answers,
  workspace: Workspace,
  { io, colour, typing }: PeoplesTerminal,
): Pick<RecordOptions, 'approvals' | 'denial' | 'frontEnd'> {
  const { openKeyboard, env, stderr: screen } = io
  if (openKeyboard === undefined) return { approvals: frontEnd, denial }
  const turns = new TerminalTurns()
  const alone: TerminalApprovalsOptions['alone'] = (signal, use) =>
    turns.take(signal, () => screen.hold(() => (typing === undefined ? use() : typing.lift(use))))
  const isAsked = frontEnd === undefined && denial === undefined && !isAttended(workspace.ctx)
  const person = isAsked ? terminalApprovals({ io, openKeyboard, colour, workspace, alone }) : undefined
  return {
    approvals: frontEnd ?? person,
    denial,
    frontEnd: (cancel) => {
      const asks = terminalFrontEnd({ openKeyboard, screen, env, cancel })
      return { ask: (questions, asked) => alone(asked.signal, () => asks.ask(questions, asked)) }
    },
  }
}
