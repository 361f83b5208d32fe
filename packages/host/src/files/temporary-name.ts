import { randomBytes } from 'node:crypto'

// Short enough for file systems that allow 143 bytes, as encrypting ones do.
const nameBytes = 96

/** A hidden name that nobody can foresee, for a file that is about to become `name`. */
export function temporaryName(name: string): string {
  const bytes = Buffer.from(name)
  let end = Math.min(bytes.length, nameBytes)
  while (end < bytes.length && isContinuation(bytes[end])) end -= 1
  return `.${bytes.toString('utf8', 0, end)}.${randomBytes(8).toString('hex')}.tmp`
}

/** Whether a byte goes on with a character that began before it. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
