import type { Processes } from '@millrace/host'
import type { CountedTree, CountRequest, SearchAccelerator } from '../accelerator.ts'
import { portablePattern } from '../portable/portable-pattern.ts'
import { ripgrepArguments } from './arguments.ts'
import { readCounts } from './counts.ts'
import { findRipgrep } from './find-ripgrep.ts'
import { readLog } from './log.ts'
import { runProgram } from './run-program.ts'

/** The version whose log is understood. */
const knownVersion = /^ripgrep 15\./

/** A NUL byte further in does not make a file binary. */
const sniffedBytes = 8192

/** What ripgrep needs to run. */
export interface RipgrepOptions {
  /** Starts programs; stays its owner's to close. */
  readonly processes: Pick<Processes, 'start'>
  /** Where ripgrep is; unless given, the one of `@vscode/ripgrep`, where that is installed. */
  readonly rgPath?: string
  /** The workspace on this machine, as an absolute path. */
  readonly folder: string
  /** Told each time that a search is left to the engine, and why. */
  readonly onFallback?: (reason: string) => void
}

/** Why a search is left to the engine; the message is the reason. */
class NotCounted extends Error {}

/**
 * Counts by ripgrep what the engine would count. It finds the files and what it leaves out by rules that are compared
 * with ours; a pattern is given to it only where both engines mean the same by it. Its environment is empty, and
 * neither patterns nor paths can become options.
 */
export function ripgrepAccelerator(options: RipgrepOptions): SearchAccelerator {
  const { processes, folder, onFallback = () => {} } = options
  let program: Promise<string> | undefined
  const count = async (request: CountRequest): Promise<CountedTree> => {
    const pattern = portablePattern(request.pattern, request)
    if (pattern === undefined) throw new NotCounted('the pattern may mean something else to ripgrep')
    const rgPath = await (program ??= knownRipgrep(options))
    const args = ripgrepArguments(pattern, request)
    const { exitCode, stdout, stderr } = await runProgram(processes, rgPath, args, folder, request.signal)
    const counts = readCounts(stdout, './')
    const log = readLog(stderr.toString(), './')
    const isUsual = exitCode === 0 || exitCode === 1 || (exitCode === 2 && (log?.failed.length ?? 0) > 0)
    if (!isUsual || counts === undefined || log === undefined) {
      throw new NotCounted(`the output of ripgrep was not understood; it ended with ${exitCode}`)
    }
    return {
      matching: counts.matching,
      searched: counts.searched - log.binary.length,
      binary: log.binary.filter(({ offset }) => offset < sniffedBytes).length,
      tooLarge: log.tooLarge.length,
      special: log.special.length,
      ignored: log.ignored,
      hidden: log.hidden,
      left: [
        ...log.failed,
        ...log.binary.flatMap(({ path, offset }) => (offset < sniffedBytes ? [] : [path])),
      ],
    }
  }
  return {
    async count(request) {
      try {
        return await count(request)
      } catch (error) {
        request.signal.throwIfAborted()
        onFallback(error instanceof Error ? error.message : String(error))
        return undefined
      }
    },
  }
}

/** The path of a ripgrep whose output is understood. */
async function knownRipgrep({ rgPath, processes, folder }: RipgrepOptions): Promise<string> {
  const path = rgPath ?? (await findRipgrep())
  if (path === undefined) throw new NotCounted('ripgrep is not installed')
  const { stdout } = await runProgram(processes, path, ['--version'], folder, new AbortController().signal)
  if (!knownVersion.test(stdout.toString())) throw new NotCounted('this version of ripgrep is not known')
  return path
}
