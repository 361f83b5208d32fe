import type { Io } from '../io.ts'
import type { OpenWorkspace } from '../with-workspace.ts'
import { answeredBy, byNobody } from './tour-answers.ts'
import { askForEdit } from './tour-programs.ts'
import { runTourProgram } from './run-tour-program.ts'

/** What the process prints whose end the tour is about, once its question waits. */
export const waits = 'a question waits'

/**
 * The process of the tour that is killed: runs a program whose question nobody answers.
 * @returns the exit status, where nobody kills it.
 */
export function tourPart(folder: string, io: Io, open: OpenWorkspace): Promise<number> {
  const away = byNobody(() => void io.stdout.write(`${waits}\n`))
  const quiet = Object.create(io, { stderr: { value: { write: () => {} } } }) as Io
  return runTourProgram(
    { folder, colour: false, program: askForEdit, isKept: true },
    quiet,
    answeredBy(open, away),
  )
}
