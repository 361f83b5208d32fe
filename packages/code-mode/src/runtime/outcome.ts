import type { CodeFailureKind } from '../contract/failure.ts'
import type { ConsoleRecord, MachineOutcome, MachineUsage } from '../contract/runtime.ts'

const nothingUsed: MachineUsage = { cpuMs: 0, memoryBytes: 0 }
const nothingSaid: ConsoleRecord = { head: [], tail: [], omitted: { entries: 0, bytes: 0 } }

/** A run that ended without its machine having a say. */
export function failed(
  kind: CodeFailureKind,
  message: string,
  { usage = nothingUsed, console = nothingSaid }: Partial<Pick<MachineOutcome, 'usage' | 'console'>> = {},
): MachineOutcome {
  return { ok: false, kind, message, usage, console }
}

/** What a run says that was cancelled before its machine began. */
export const cancelledMessage = 'the run was cancelled'
