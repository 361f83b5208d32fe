import type { Dirent } from 'node:fs'
import { lstat, readdir, rename, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isErrno } from '../files/file-error.ts'
import type { Disk, DiskFacts, DiskFile, DiskLock } from './disk.ts'
import { onDisk } from './disk-failure.ts'
import { isDiskName, pathIn } from './disk-name.ts'
import { takeLock } from './lock-file.ts'
import { openPrivateFile } from './private-file.ts'
import { requireDiskFolder, syncFolderAt } from './private-folder.ts'

/**
 * A folder of the machine's disk that is this user's alone: new folders have the mode 0700, new files 0600.
 *
 * @param folder - made where it is missing.
 * @throws DiskError `DISK_UNSAFE` where it is a link, belongs to another user or can be written to by one.
 */
export async function privateDisk(folder: string): Promise<Disk> {
  const path = resolve(folder)
  await requireDiskFolder(path)
  return new PrivateDisk(path)
}

class PrivateDisk implements Disk {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  async open(name: string, how: 'read' | 'write' | 'create'): Promise<DiskFile> {
    return openPrivateFile(pathIn(this.path, name), how)
  }

  files(): Promise<readonly string[]> {
    return this.names((entry) => entry.isFile())
  }

  folders(): Promise<readonly string[]> {
    return this.names((entry) => entry.isDirectory())
  }

  async facts(name: string): Promise<DiskFacts | undefined> {
    const path = pathIn(this.path, name)
    try {
      const found = await lstat(path)
      return found.isFile() ? { size: found.size, modifiedAt: Math.trunc(found.mtimeMs) } : undefined
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined
      return onDisk(path, 'looked at', () => Promise.reject(error))
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const [old, target] = [pathIn(this.path, from), pathIn(this.path, to)]
    await onDisk(old, 'renamed', () => rename(old, target))
  }

  async remove(name: string): Promise<void> {
    const path = pathIn(this.path, name)
    await onDisk(path, 'removed', () => unlink(path))
  }

  sync(): Promise<void> {
    return syncFolderAt(this.path)
  }

  async folder(name: string): Promise<Disk> {
    return privateDisk(pathIn(this.path, name))
  }

  async lock(name: string): Promise<DiskLock> {
    return takeLock(pathIn(this.path, name))
  }

  private async names(isWanted: (entry: Dirent) => boolean): Promise<readonly string[]> {
    const entries = await onDisk(this.path, 'listed', () => readdir(this.path, { withFileTypes: true }))
    return entries
      .filter((entry) => isWanted(entry) && isDiskName(entry.name))
      .map(({ name }) => name)
      .toSorted()
  }
}
