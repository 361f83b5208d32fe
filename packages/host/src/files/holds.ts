import { closeSync } from 'node:fs'
import { isErrno } from './file-error.ts'
import type { Found } from './reach.ts'
import { readWindow } from './read-file.ts'

const stretch = 1024 * 1024

/** Whether a found file has exactly these bytes. */
export async function holds(
  found: Found,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (BigInt(bytes.length) !== found.stats.size) return false
  const fd = await openReadable(found)
  if (fd === undefined) return false
  try {
    for (let at = 0; at < bytes.length; at += stretch) {
      const wanted = bytes.subarray(at, at + stretch)
      if (Buffer.compare(await readWindow(fd, at, wanted.length, signal), wanted) !== 0) return false
    }
    return true
  } finally {
    closeSync(fd)
  }
}

// A file that may be replaced but not read is replaced.
async function openReadable(found: Found): Promise<number | undefined> {
  try {
    return await found.openFile()
  } catch (error) {
    if (isErrno(error, 'EACCES')) return undefined
    throw error
  }
}
