import type { GivenProgram } from '../code/given-program.ts'
import { runCode, type CodeRequest } from '../code/run-code.ts'
import type { Io } from '../io.ts'
import type { SessionChoice } from '../run/session-choice.ts'
import type { ColourChoice } from '../screen.ts'
import type { OpenWorkspace } from '../with-workspace.ts'

/** How a program of the tour runs. */
export interface TourRun {
  /** The scratch copy. */
  readonly folder: string
  readonly colour: ColourChoice
  readonly program?: GivenProgram
  readonly session?: SessionChoice
  /** Whether its session outlives the process. */
  readonly isKept?: boolean
  readonly limits?: CodeRequest['limits']
}

/** Runs a program as `millrace code` does, and shows its card. @returns the exit status. */
export function runTourProgram(run: TourRun, io: Io, open: OpenWorkspace): Promise<number> {
  const { folder, colour, program, session = { kind: 'new' }, isKept = false, limits } = run
  const request: CodeRequest = {
    words: [],
    folder,
    session,
    isKept,
    shows: 'card',
    expand: false,
    colour,
    answers: {},
    flags: {},
    ...(program !== undefined && { program }),
    ...(limits !== undefined && { limits }),
  }
  return runCode(request, io, open)
}
