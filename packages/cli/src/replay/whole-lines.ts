import { crc32 } from 'node:zlib'
import type { Disk } from '@millrace/host'

const chunk = 1024 * 1024

/** What stands behind the checked bytes of a line: `,"crc":"` and what closes it. */
const endPattern = /,"crc":"([0-9a-f]{8})"\}$/

/**
 * The whole lines of a log as they stand there, each with its line break. What a writer was cut off in is left out, and all
 * behind it.
 */
export async function* wholeLines(disk: Disk, name: string): AsyncGenerator<Buffer> {
  const file = await disk.open(name, 'read')
  try {
    // A line can be of many chunks, which are joined once, when its end was found.
    let begun: Buffer[] = []
    for (let position = 0; ;) {
      const bytes = Buffer.from(await file.read(position, chunk))
      if (bytes.length === 0) return
      position += bytes.length
      let start = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        const line = joined(begun, bytes.subarray(start, end + 1))
        if (!isWhole(line)) return
        yield line
        begun = []
        start = end + 1
      }
      if (start < bytes.length) begun.push(bytes.subarray(start))
    }
  } finally {
    await file.close()
  }
}

function joined(begun: readonly Buffer[], end: Buffer): Buffer {
  return begun.length === 0 ? end : Buffer.concat([...begun, end])
}

function isWhole(line: Buffer): boolean {
  const tail = line.toString('latin1', Math.max(0, line.length - 19), line.length - 1)
  const [end, digits] = endPattern.exec(tail) ?? []
  if (end === undefined || digits === undefined) return false
  return crc32(line.subarray(0, line.length - 1 - end.length)) === Number.parseInt(digits, 16)
}
