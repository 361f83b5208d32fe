import { crc32 } from 'node:zlib'

/** What stands between the checked bytes of a line and the digits of its checksum. */
const beforeDigits = ',"crc":"'

/** Length of the end of a line: what stands before the digits, eight of them, and what closes the object. */
const endLength = beforeDigits.length + 8 + 2

// Other readers take these for the end of a line, or a terminal for a command.
const splitting = /[\u007f-\u009f\u2028\u2029]/g

/**
 * A line of JSON with the CRC-32 of what stands before it as its last member, so that a reader can tell a whole line from a
 * torn or a damaged one.
 * @param json - the text of an object that has a member.
 * @returns the line with its line feed.
 * @throws RangeError where it is longer than a text can be.
 */
export function checkedLine(json: string): Uint8Array {
  const body = Buffer.from(`${onOneLine(json.slice(0, -1))}${beforeDigits}00000000"}\n`)
  const checked = body.length - endLength - 1
  body.write(hex(crc32(body.subarray(0, checked))), checked + beforeDigits.length, 'latin1')
  return body
}

/** A text of JSON as it stands within a checked line. */
export function onOneLine(json: string): string {
  return json.replaceAll(splitting, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0')
}

/** Whether the bytes from `start` to `end`, without a line feed, are a whole line: their checksum says so. */
export function isWholeLine(bytes: Buffer, start: number, end: number): boolean {
  const checked = end - endLength
  if (checked <= start || bytes[start] !== 0x7b) return false
  if (bytes[end - 1] !== 0x7d || bytes[end - 2] !== 0x22) return false
  for (let index = 0; index < beforeDigits.length; index++) {
    if (bytes[checked + index] !== beforeDigits.charCodeAt(index)) return false
  }
  let stated = 0
  for (let index = checked + beforeDigits.length; index < end - 2; index++) {
    const digit = digitOf(bytes[index] as number)
    if (digit < 0) return false
    stated = stated * 16 + digit
  }
  return crc32(bytes.subarray(start, checked)) === stated
}

/** What a whole line says, without its checksum. @throws SyntaxError */
export function parseWholeLine(bytes: Buffer, start: number, end: number): unknown {
  return JSON.parse(`${bytes.toString('utf8', start, end - endLength)}}`)
}

/** The same for bytes that may be no whole line, or no JSON: nothing then. */
export function readWholeLine(bytes: Buffer, start: number, end: number): unknown {
  if (!isWholeLine(bytes, start, end)) return undefined
  try {
    return parseWholeLine(bytes, start, end)
  } catch {
    return undefined
  }
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1
}
