import type { DiskFile } from '@millrace/host'

/** Writes all bytes, however many the system takes at once. */
export async function writeAll(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const left = bytes.length - done
    const count = await file.write(done === 0 ? bytes : bytes.subarray(done), position + done)
    if (!Number.isSafeInteger(count) || count < 1 || count > left) {
      throw new Error(`the disk says that it took ${count} of ${left} bytes`)
    }
    done += count
  }
}

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

const mostAtOnce = 8 * 1024 * 1024
