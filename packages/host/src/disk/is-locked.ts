import { isDiskError } from './disk-error.ts'
import type { Disk } from './disk.ts'

/** Whether a process that lives holds a lock. One that a dead process left is taken and given back, which removes it. */
export async function isLocked(disk: Pick<Disk, 'facts' | 'lock'>, name: string): Promise<boolean> {
  if ((await disk.facts(name)) === undefined) return false
  try {
    await (await disk.lock(name)).release()
    return false
  } catch (error) {
    if (isDiskError(error, 'DISK_LOCKED')) return true
    throw error
  }
}
