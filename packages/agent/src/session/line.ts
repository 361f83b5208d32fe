import { crc32 } from 'node:zlib'
import type { SessionEvent, SessionHeader } from '@millrace/protocol'
import { printJson, type JsonValue } from '@millrace/schema'

/** What stands between the checked bytes of a line and the digits of its checksum. */
const beforeDigits = ',"crc":"'

/** Length of the end of a line: what stands before the digits, eight of them, and what closes the object. */
const endLength = beforeDigits.length + 8 + 2

/** Bytes that a line may have, its line feed included. */
export const longestLine = 256 * 1024 * 1024

// Other readers take these for the end of a line, or a terminal for a command.
const splitting = /[\u007f-\u009f\u2028\u2029]/g

/**
 * For lines that say how many events were durable when they were written: no damage before that can come from a crash.
 * They say so outside of their event.
 */
const marks = new WeakMap<object, number>()

/** Notes that so many events were durable before this one was written. */
export function markDurable(event: SessionEvent, durable: number): void {
  marks.set(event, durable)
}

/**
 * A header or an event as its line in a log, the line feed included. Of what was appended to a log or read from one it is
 * that very line, byte for byte.
 *
 * @throws RangeError where it is longer than a text can be.
 */
export function encodeLine(record: SessionHeader | SessionEvent): Uint8Array {
  const text = printed(record)
  const body = Buffer.from(`${text}${beforeDigits}00000000"}\n`)
  const checked = body.length - endLength - 1
  body.write(hex(crc32(body.subarray(0, checked))), checked + beforeDigits.length, 'latin1')
  return body
}

/** The text before the checksum. */
function printed(record: SessionHeader | SessionEvent): string {
  const json = printJson(record as unknown as JsonValue)
  const open = json.slice(0, -1)
  const durable = marks.get(record)
  return onOneLine(durable === undefined ? open : `${open},"synced":${durable}`)
}

/** A text of JSON as it stands within a line of a log. */
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
export function isWhole(bytes: Buffer, start: number, end: number): boolean {
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
export function parseWhole(bytes: Buffer, start: number, end: number): unknown {
  return JSON.parse(`${bytes.toString('utf8', start, end - endLength)}}`)
}

/** The same for bytes that may be no whole line, or no JSON: nothing then. */
export function readWhole(bytes: Buffer, start: number, end: number): unknown {
  if (!isWhole(bytes, start, end)) return undefined
  try {
    return parseWhole(bytes, start, end)
  } catch {
    return undefined
  }
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1
}
