import { checkedLine } from '@millrace/host'
import type { SessionEvent, SessionHeader } from '@millrace/protocol'
import { printJson, type JsonValue } from '@millrace/schema'

/** Bytes that a line may have, its line feed included. */
export const longestLine = 256 * 1024 * 1024

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
  const json = printJson(record as unknown as JsonValue)
  const durable = marks.get(record)
  return checkedLine(durable === undefined ? json : `${json.slice(0, -1)},"synced":${durable}}`)
}
