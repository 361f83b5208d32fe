import { escapeVisible } from '@millrace/protocol'
import { exitCode } from './exit-code.ts'
import { InterruptedError } from './interrupted-error.ts'
import type { Io } from './io.ts'
import { writeMistake } from './mistake.ts'
import { openModelByKeys, type OpenModel } from './run/open-model.ts'
import { UsageError } from './usage-error.ts'
import { folderOf, openDefault, type OpenWorkspace } from './with-workspace.ts'

/**
 * The `millrace` command.
 * @param argv - the words after the command's name.
 * @param io - the process around it.
 * @param open - what makes a folder's tools; the built-in ones unless a host brings its own.
 * @param openModel - finds the model of agents; by the keys in the environment unless a host brings its own.
 * @returns the exit status; never rejects.
 */
export async function run(
  argv: readonly string[],
  io: Io,
  open: OpenWorkspace = openDefault,
  openModel: OpenModel = openModelByKeys,
): Promise<number> {
  try {
    // The parser is not worth its loading time where there is nothing to parse.
    if (argv.length === 0) {
      const { overview } = await import('./overview.ts')
      await overview({ folder: folderOf(io, undefined), colour: undefined }, io, open)
      return exitCode.ok
    }
    const { runProgram } = await import('./program.ts')
    return await runProgram(argv, io, open, openModel)
  } catch (error) {
    return failedWith(error, argv, io)
  }
}

async function failedWith(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  if (error instanceof UsageError) {
    const { message, code, hints } = error
    writeMistake(io, message, hints)
    if (asksForJson(argv)) {
      const { writeJson } = await import('./json.ts')
      writeJson(io.stdout, { ok: false, error: { message, code } })
    }
    return exitCode.usage
  }
  if (io.signal.aborted || error instanceof InterruptedError) return exitCode.interrupted
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  io.stderr.write(`millrace: internal error: ${escapeVisible(what, { lines: true })}\n`)
  return exitCode.internal
}

/** Whether the words ask for machine output, also where they make no sense as a whole. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const options = ` ${(end < 0 ? argv : argv.slice(0, end)).join(' ')} `
  return / (?:--json|-o ?(?:stream-)?json|--output[ =](?:stream-)?json) /.test(options)
}
