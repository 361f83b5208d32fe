import { crc32 } from 'node:zlib'
import { printJson, type JsonObject, type JsonValue } from '@millrace/schema'

/** What stands between the checked bytes of a line and the digits of its checksum. */
const beforeDigits = ',"crc":"'

/** Length of the end of a line: what stands before the digits, eight of them, and what closes the object. */
const endLength = beforeDigits.length + 8 + 2

/** A record as a line of JSON with its checksum as the last member, the line feed included. */
export function encodeLine(record: JsonObject): Uint8Array {
  const body = Buffer.from(`${printJson(record).slice(0, -1)}${beforeDigits}00000000"}\n`)
  const checked = body.length - endLength - 1
  const digits = crc32(body.subarray(0, checked)).toString(16).padStart(8, '0')
  body.write(digits, checked + beforeDigits.length, 'latin1')
  return body
}

/** What a line without its line feed says; nothing where its checksum does not say that it is whole. */
export function readLine(line: Buffer): JsonObject | undefined {
  const checked = line.length - endLength
  if (checked <= 0) return undefined
  const end = line.toString('latin1', checked)
  const digits = crc32(line.subarray(0, checked)).toString(16).padStart(8, '0')
  if (end !== `${beforeDigits}${digits}"}`) return undefined
  try {
    return JSON.parse(`${line.toString('utf8', 0, checked)}}`) as JsonObject
  } catch {
    return undefined
  }
}

/** Whether a member of a record is a number of things. */
export function isCount(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
