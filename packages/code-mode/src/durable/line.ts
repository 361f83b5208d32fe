import { checkedLine, readWholeLine } from '@millrace/host'
import { printJson, type JsonObject, type JsonValue } from '@millrace/schema'

/** A record as a checked line, the line feed included. */
export function encodeLine(record: JsonObject): Uint8Array {
  return checkedLine(printJson(record))
}

/** What a line without its line feed says; nothing where its checksum does not say that it is whole. */
export function readLine(line: Buffer): JsonObject | undefined {
  return readWholeLine(line, 0, line.length) as JsonObject | undefined
}

/** Whether a member of a record is a number of things. */
export function isCount(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
