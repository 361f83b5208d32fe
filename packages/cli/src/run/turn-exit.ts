import type { TurnResult } from '@millrace/agent'
import { exitCode } from '../exit-code.ts'

/** The exit status for a turn that ended this way. */
export function turnExit({ reason, code = '' }: Pick<TurnResult, 'reason' | 'code'>): number {
  switch (reason) {
    case 'done':
    case 'concluded':
      return exitCode.ok
    case 'denied':
      return exitCode.denied
    case 'limit':
      return exitCode.limit
    case 'interrupted':
      return exitCode.interrupted
    case 'failed':
      return code.startsWith('MODEL_') ? exitCode.model : exitCode.internal
  }
}
