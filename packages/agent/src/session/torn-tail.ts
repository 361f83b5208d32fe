import { writeAll, DiskError, type Disk, type DiskFile } from '@millrace/host'

/** Bytes that are copied at once. */
const chunk = 1024 * 1024

/** What was cut off a log. */
export interface TornTail {
  readonly bytes: number
  /** The name of the file that keeps it. */
  readonly file: string
}

/** Cuts off what stands behind a position in a log. It is kept in a file beside, durable before anything is cut. */
export async function cutTail(
  disk: Disk,
  log: DiskFile,
  { id, from, bytes }: { readonly id: string; readonly from: number; readonly bytes: number },
): Promise<TornTail> {
  const { name, file } = await newFile(disk, id)
  try {
    await copy(log, file, from, bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await disk.sync()
  await log.truncate(from)
  await log.sync()
  return { bytes, file: name }
}

async function newFile(disk: Disk, id: string): Promise<{ name: string; file: DiskFile }> {
  for (let number = 1; ; number++) {
    const name = `${id}.torn-${number}`
    try {
      return { name, file: await disk.open(name, 'create') }
    } catch (error) {
      if (!(error instanceof DiskError) || error.code !== 'DISK_EXISTS') throw error
    }
  }
}

async function copy(from: DiskFile, to: DiskFile, start: number, bytes: number): Promise<void> {
  for (let done = 0; done < bytes;) {
    const part = await from.read(start + done, Math.min(chunk, bytes - done))
    if (part.length === 0) return
    await writeAll(to, part, done)
    done += part.length
  }
}
