import { createHash } from 'node:crypto'
import { isDead, thisHost, type Host } from '../processes/marker.ts'
import { isLiving } from '../processes/proc-table.ts'

/** Whose a lock is, as far as can be told: of a process that lives, of none, or of one that cannot be seen from here. */
export type LockOwner =
  | { readonly kind: 'living'; readonly pid: number }
  | { readonly kind: 'elsewhere'; readonly pid: number }
  | { readonly kind: 'none' }

// Namespace, process, its start time, and what makes this taking of the lock one of its kind.
const shape = /^millrace-lock (\d{1,20}) (\d{1,10}) (\d{1,20}) ([0-9a-f]{32})\n$/

/** What stands in the lock files that this process takes. */
export function lockMark(nonce: string): string {
  const { namespace, pid, startTime } = thisHost()
  return `millrace-lock ${namespace} ${pid} ${startTime} ${nonce}\n`
}

/** Whose the lock with this content is. Content that no process wrote whole is nobody's. */
export function ownerOfLock(mark: string): LockOwner {
  const [, namespace, number, startTime] = shape.exec(mark) ?? []
  if (namespace === undefined || number === undefined || startTime === undefined) return { kind: 'none' }
  const pid = Number(number)
  const host: Host = { namespace, pid, startTime }
  if (namespace !== thisHost().namespace) return { kind: 'elsewhere', pid }
  return isDead(host) || !isLiving(pid) ? { kind: 'none' } : { kind: 'living', pid }
}

/** A short name for exactly this content. */
export function nameOfMark(mark: string): string {
  return createHash('sha256').update(mark).digest('hex').slice(0, 32)
}
