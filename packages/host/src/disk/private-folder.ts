import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from '../files/file-error.ts'
import { makeFolders } from '../files/make-folders.ts'
import { isOwnPrivate } from '../files/own-private.ts'
import { syncOpenFolder } from '../files/sync-folder.ts'
import { DiskError } from './disk-error.ts'
import { onDisk } from './disk-failure.ts'

/**
 * Makes sure that a folder is there which is this user's and which nobody else can write to. A new one is durable, and
 * nobody else can look into it.
 *
 * @throws DiskError `DISK_UNSAFE` where something else stands there.
 */
export async function requireDiskFolder(path: string): Promise<void> {
  await onDisk(path, 'made', async () => {
    const first = await makeFolders(path, 0o700).catch((error: unknown) => {
      if (!isErrno(error, 'ENOENT')) throw error
      const problem = 'could not be made: a folder above it takes no new ones; name a folder elsewhere'
      throw new DiskError('DISK_FAILED', path, problem, { cause: error })
    })
    if (first !== undefined) await syncNames(dirname(first), path)
  })
  const found = await onDisk(path, 'looked at', () => lstat(path))
  if (!found.isDirectory()) {
    throw new DiskError('DISK_UNSAFE', path, 'is a link or a file, not a folder; name another folder')
  }
  if (!isOwnPrivate(found)) {
    const problem = 'belongs to another user, or can be written to by others'
    throw new DiskError('DISK_UNSAFE', path, `${problem}; take these rights away, or name another folder`)
  }
}

/** Makes the names in a folder durable, where the system has a way to do that. */
export async function syncFolderAt(path: string): Promise<void> {
  // A folder cannot be opened there.
  if (process.platform === 'win32') return
  await onDisk(path, 'made durable', async () => {
    const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    try {
      await syncOpenFolder(handle.fd)
    } finally {
      await handle.close()
    }
  })
}

/** The same for the folders from one down to the holder of a path. */
async function syncNames(from: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder.length >= from.length; folder = dirname(folder)) {
    await syncIfOurs(folder)
    if (folder === dirname(folder)) return
  }
}

/** A folder above may be one that this user can enter and not read; then its names are the system's business. */
async function syncIfOurs(folder: string): Promise<void> {
  try {
    await syncFolderAt(folder)
  } catch (error) {
    if (!(error instanceof DiskError) || error.code === 'DISK_FULL') throw error
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ELOOP' && code !== 'ENOTDIR') throw error
  }
}
