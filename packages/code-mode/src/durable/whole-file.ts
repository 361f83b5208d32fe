import { isDiskError, type Disk, type DiskFile } from '@millrace/host'

const mostAtOnce = 8 * 1024 * 1024

/** All bytes of a file, as many as it had when this was called. */
export async function readAll(file: DiskFile, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let done = 0
  while (done < size) {
    const part = await file.read(done, Math.min(size - done, mostAtOnce))
    if (part.length === 0) break
    bytes.set(part, done)
    done += part.length
  }
  return bytes.subarray(0, done)
}

/** Opens a file; nothing where it is not there. */
export async function openIfThere(
  disk: Disk,
  name: string,
  how: 'read' | 'write',
): Promise<DiskFile | undefined> {
  try {
    return await disk.open(name, how)
  } catch (error) {
    if (isDiskError(error, 'DISK_NOT_FOUND')) return undefined
    throw error
  }
}

/** Removes a file, where it is there. */
export async function removeIfThere(disk: Disk, name: string): Promise<void> {
  try {
    await disk.remove(name)
  } catch (error) {
    if (!isDiskError(error, 'DISK_NOT_FOUND')) throw error
  }
}
