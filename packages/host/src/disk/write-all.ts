import type { DiskFile } from './disk.ts'

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
