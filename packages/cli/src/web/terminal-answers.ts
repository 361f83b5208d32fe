import type { QuestionFrontEnd } from '@millrace/toolbox'
import { attachQuestions } from '../ask/attach-questions.ts'
import { terminalApprovals } from '../ask/terminal-approvals.ts'
import { terminalFrontEnd } from '../ask/terminal-front-end.ts'
import { TerminalTurns } from '../ask/terminal-turns.ts'
import type { Io } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import type { ColourChoice } from '../screen.ts'
import type { Workspace } from '../workspace.ts'
import { person as pagePerson } from './desk/page-approvals.ts'
import type { WebDesk } from './desk/web-desk.ts'
import { sessionOf } from './sessions/session-of.ts'

/** Where the command runs, and what it is asked about. */
export interface TerminalAnswersOptions {
  readonly io: Io & { readonly stderr: StatusArea }
  readonly colour: ColourChoice
  readonly desk: WebDesk
  /** Whoever gives up at a question gives up the turn that it is of. */
  readonly interrupt: (session: string) => void
}

/** Whoever sits at the terminal is asked as well as whoever sits before a page; the first answer counts. */
export class TerminalAnswers {
  readonly #options: TerminalAnswersOptions
  /** Shared by all folders, as there is one terminal. */
  readonly #turns = new TerminalTurns()

  constructor(options: TerminalAnswersOptions) {
    this.#options = options
  }

  /** Asks the terminal what a folder wants to know, from now on; nothing where nobody sits there. @returns what ends that. */
  add(workspace: Workspace): () => void {
    const { io, colour, desk, interrupt } = this.#options
    const { ctx } = workspace
    const { openKeyboard, stderr: screen, env } = io
    if (openKeyboard === undefined) return () => {}
    const alone = <T>(signal: AbortSignal, use: () => Promise<T>): Promise<T | undefined> =>
      this.#turns.take(signal, () => screen.hold(use))
    const giveUp = (session: string | undefined): void => {
      if (session !== undefined) interrupt(session)
    }
    const asking: QuestionFrontEnd = {
      ask: (asked, request) => {
        const cancel = (): void => giveUp(sessionOf(request.agent))
        const asks = terminalFrontEnd({ openKeyboard, screen, env, cancel })
        return alone(request.signal, () => asks.ask(asked, request))
      },
    }
    const person = desk.ofTerminal(
      terminalApprovals({ io, openKeyboard, colour, workspace, alone, page: pagePerson }),
    )
    const undo = [
      ctx.get('approval')?.addFrontEnd(person),
      ctx.on('approval/decided', ({ outcome, by, requestId }) => {
        if (outcome === 'cancelled' && by === person.name) giveUp(desk.sessionOf(requestId))
      }),
      attachQuestions(workspace, asking),
    ]
    return () => {
      for (const each of undo.toReversed()) each?.()
    }
  }
}
