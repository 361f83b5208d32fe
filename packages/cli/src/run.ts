import { escapeVisible } from '@millrace/protocol'
import { exitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { writeMistake } from './mistake.ts'
import { UsageError } from './usage-error.ts'
import { openDefault, type OpenWorkspace } from './with-workspace.ts'

/**
 * The `millrace` command.
 * @param argv - the words after the command's name.
 * @param io - the process around it.
 * @param open - what makes a folder's tools; the built-in ones unless a host brings its own.
 * @returns the exit status; never rejects.
 */
export async function run(
  argv: readonly string[],
  io: Io,
  open: OpenWorkspace = openDefault,
): Promise<number> {
  try {
    // The parser is not worth its loading time where there is nothing to parse.
    if (argv.length === 0) {
      const { overview } = await import('./overview.ts')
      overview(io)
      return exitCode.ok
    }
    const { runProgram } = await import('./program.ts')
    return await runProgram(argv, io, open)
  } catch (error) {
    return failedWith(error, io)
  }
}

function failedWith(error: unknown, io: Io): number {
  if (error instanceof UsageError) {
    writeMistake(io, error.message, error.hints)
    return exitCode.usage
  }
  if (io.signal.aborted) return exitCode.interrupted
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  io.stderr.write(`millrace: internal error: ${escapeVisible(what, { lines: true })}\n`)
  return exitCode.internal
}
