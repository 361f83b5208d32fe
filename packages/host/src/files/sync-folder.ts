import { closeSync, fsync } from 'node:fs'
import { promisify } from 'node:util'
import { isErrno } from './file-error.ts'
import type { Place, Reach } from './reach.ts'

const sync = promisify(fsync)

/** Makes what was done to the names in a place last, where the system has a way to do that. */
export async function syncFolder(reach: Reach, place: Place): Promise<void> {
  const fd = await reach.openFolder(place)
  if (fd === undefined) return
  try {
    await syncOpenFolder(fd)
  } finally {
    closeSync(fd)
  }
}

/** The same for a folder that is open already. */
export async function syncOpenFolder(fd: number): Promise<void> {
  try {
    await sync(fd)
  } catch (error) {
    // The file system says that it keeps no names of its own to sync, not that it lost any.
    if (!isErrno(error, 'EINVAL', 'ENOTSUP', 'ENOSYS')) throw error
  }
}
