/** An operation of a disk or of one of its files. */
export type DiskOperationKind =
  | 'open'
  | 'read'
  | 'write'
  | 'sync'
  | 'truncate'
  | 'size'
  | 'close'
  | 'files'
  | 'folders'
  | 'facts'
  | 'rename'
  | 'remove'
  | 'folder-sync'
  | 'folder'
  | 'lock'
  | 'unlock'

/** One operation, as it was asked for. */
export interface DiskOperation {
  /** The how manieth of the disk, from 1. */
  readonly index: number
  readonly kind: DiskOperationKind
  /** What it concerns: a name, with the folders before it; empty for the first folder itself. */
  readonly name: string
  /** How many bytes it asked for or brought. */
  readonly bytes?: number
}

/**
 * What goes wrong: the operation fails as the operating system would say it, a write takes only some of its bytes, or the
 * operation takes its time. A write that fails may have left bytes behind: as many as `written` says.
 */
export type FaultEffect =
  | { readonly error: 'EIO' | 'ENOSPC' | 'EINTR'; readonly written?: number }
  | { readonly short: number }
  | { readonly delay: number }

/** Which operation something goes wrong with. */
export interface DiskFault {
  /** The kinds that count; all where absent. A short write concerns writes alone. */
  readonly on?: DiskOperationKind | readonly DiskOperationKind[]
  /** The name that counts; all where absent. */
  readonly name?: string
  /** The how manieth of the operations that count, from 1, which it is where absent. */
  readonly nth?: number
  /** Whether it happens that once, which is so where absent, or from then on for ever. */
  readonly lasts?: 'once' | 'for-ever'
  readonly effect: FaultEffect
}

/** A fault that counts the operations that concern it. */
export interface ArmedFault {
  /** What happens to an operation, if anything; each operation is shown once. */
  strike(operation: DiskOperation): FaultEffect | undefined
}

/** Begins to count. */
export function armedFault(fault: DiskFault): ArmedFault {
  const { on, name, nth = 1, lasts = 'once', effect } = fault
  if (!(Number.isInteger(nth) && nth >= 1)) {
    throw new RangeError(`a fault happens to the nth operation, from 1, not to number ${nth}`)
  }
  if ('short' in effect && !(Number.isInteger(effect.short) && effect.short >= 1)) {
    throw new RangeError(`a short write takes a whole number of bytes, at least 1, not ${effect.short}`)
  }
  const kinds = 'short' in effect ? ['write'] : typeof on === 'string' ? [on] : on
  let seen = 0
  return {
    strike(operation) {
      if (kinds !== undefined && !kinds.includes(operation.kind)) return undefined
      if (name !== undefined && name !== operation.name) return undefined
      seen++
      return seen === nth || (lasts === 'for-ever' && seen > nth) ? effect : undefined
    },
  }
}
