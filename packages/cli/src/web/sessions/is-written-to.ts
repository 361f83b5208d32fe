import { isDiskError, type Disk } from '@millrace/host'
import { lockFile } from '../../sessions/session-folders.ts'

/** Whether a process that lives writes to a session. A lock that a dead one left is taken away. */
export async function isWrittenTo(disk: Pick<Disk, 'facts' | 'lock'>, id: string): Promise<boolean> {
  if ((await disk.facts(lockFile(id))) === undefined) return false
  try {
    await (await disk.lock(lockFile(id))).release()
    return false
  } catch (error) {
    if (isDiskError(error, 'DISK_LOCKED')) return true
    throw error
  }
}
