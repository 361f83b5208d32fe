import { CommanderError } from 'commander'
import { askedForHelp } from './asked-for-help.ts'
import { exitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { programOf } from './program/all-commands.ts'
import type { OpenModel } from './run/open-model.ts'
import { addCompletion } from './program/completion-command.ts'
import { usageErrorOf } from './program/usage-error-of.ts'
import type { OpenWorkspace } from './with-workspace.ts'

/** Parses the command line and runs what it names; resolves to the exit status. */
export async function runProgram(
  argv: readonly string[],
  io: Io,
  open: OpenWorkspace,
  openModel: OpenModel,
): Promise<number> {
  let status: number = exitCode.ok
  const around = {
    io,
    open,
    openModel,
    ended: (code: number) => {
      status = code
    },
  }
  const program = programOf(around)
  addCompletion(program, around)
  try {
    await program.parseAsync(askedForHelp(argv, program), { from: 'user' })
    return status
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw await usageErrorOf(error, argv, program, around)
    return exitCode.ok
  }
}
