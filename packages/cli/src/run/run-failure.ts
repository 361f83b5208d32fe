import { isHarnessError } from '@millrace/protocol'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { writeMistake } from '../mistake.ts'

/**
 * Tells what went wrong before there was a turn, or with its log, without a stack.
 * @returns the exit status.
 * @throws what was given, where it is something else.
 */
export function tellFailure(error: unknown, asJson: boolean, io: Io): number {
  const status = isHarnessError(error) ? statusOf(error.code) : undefined
  if (!isHarnessError(error) || status === undefined) throw error
  const { message, code } = error
  writeMistake(io, message, status === exitCode.model ? ['the prompt was not answered'] : [])
  if (asJson) writeJson(io.stdout, { ok: false, error: { message, code } })
  return status
}

function statusOf(code: string): number | undefined {
  if (code.startsWith('MODEL_')) return exitCode.model
  if (code === 'SESSION_LOCKED' || code === 'SESSION_NOT_FOUND') return exitCode.usage
  return /^(?:SESSION|DISK)_/.test(code) ? exitCode.internal : undefined
}
