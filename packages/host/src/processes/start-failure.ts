import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { shown } from '@millrace/protocol'
import type { CommandSpec } from './command.ts'
import { ProcessError, type ProcessErrorCode } from './process-error.ts'

type Problem = readonly [code: ProcessErrorCode, problem: string]

const problems: Readonly<Record<string, Problem>> = {
  ENOENT: ['PROCESS_NOT_FOUND', 'was not found; check the name, the PATH and the first line of a script'],
  EACCES: ['PROCESS_PERMISSION', 'may not be executed: permission denied'],
  EPERM: ['PROCESS_PERMISSION', 'may not be executed: the operation is not permitted'],
  E2BIG: [
    'PROCESS_TOO_LARGE',
    'got more arguments and environment than the system passes on; use a file instead',
  ],
  ENOEXEC: ['PROCESS_FAILED', 'is not a program that this system can run'],
}

const scarce = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'])

/**
 * Refuses what no program could be started with.
 *
 * @throws ProcessError `PROCESS_INVALID`.
 */
export function requireStartable(spec: CommandSpec): void {
  const refuse = (problem: string) => {
    throw new ProcessError('PROCESS_INVALID', spec.file, problem)
  }
  if (spec.file === '') refuse('names no program')
  if (!isAbsolute(spec.cwd)) refuse(`needs an absolute folder to run in, not "${shown(spec.cwd)}"`)
  if ([spec.file, spec.cwd, ...spec.args].some((text) => text.includes('\0'))) {
    refuse('cannot be started with a NUL character in its name, folder or arguments')
  }
  for (const [name, value] of Object.entries(spec.env)) {
    if (name === '' || /[=\0]/.test(name) || value.includes('\0')) {
      refuse(`cannot be started with the variable "${shown(name)}": names have no "=", and nothing has a NUL`)
    }
  }
}

/** Why a program did not start, as a `ProcessError`; anything that is no error of the system stays what it is. */
export function startFailure(error: unknown, { file, cwd }: CommandSpec): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (error instanceof ProcessError || code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error
  if (scarce.has(code)) {
    const problem = `could not be started, as the machine is short of processes, files or memory: ${code}`
    return new ProcessError('PROCESS_TOO_MANY', file, problem, { cause: error, retryable: true })
  }
  const [kind, problem] = problemOfFolder(cwd) ??
    problems[code] ?? ['PROCESS_FAILED', `could not be started: ${code}`]
  return new ProcessError(kind, file, problem, { cause: error })
}

// The system reports a missing folder as if the program were missing.
function problemOfFolder(cwd: string): Problem | undefined {
  try {
    if (!statSync(cwd).isDirectory()) {
      return ['PROCESS_CWD_MISSING', `cannot run in "${shown(cwd)}", which is not a folder`]
    }
    accessSync(cwd, constants.X_OK)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'EACCES' || code === 'EPERM'
      ? ['PROCESS_CWD_PERMISSION', `cannot run in "${shown(cwd)}": permission denied`]
      : ['PROCESS_CWD_MISSING', `cannot run in "${shown(cwd)}", which does not exist`]
  }
}
