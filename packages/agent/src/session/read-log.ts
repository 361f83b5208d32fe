import type { DiskFile } from '@millrace/host'
import type { SessionEvent, SessionHeader } from '@millrace/protocol'
import type { KnownEvents } from './event-shapes.ts'
import { stretches } from './line-scanner.ts'
import { LogReading } from './log-reading.ts'

/** A log as it stands on the disk. */
export interface LogContents {
  readonly header: SessionHeader
  readonly events: readonly SessionEvent[]
  /** The sequence number that comes next. */
  readonly next: number
  /** The time of the last event, or of the header. */
  readonly time: number
  /** Bytes of all whole lines. */
  readonly wholeBytes: number
  /** Bytes behind them, which are no whole event. */
  readonly tornBytes: number
}

/**
 * Reads a whole log.
 *
 * @param path - of the file, for messages.
 * @throws SessionError `SESSION_CORRUPT` where something is damaged that no crash of a writer explains;
 * `SESSION_UNSUPPORTED` for another format, version or a required event that is not known.
 */
export async function readLog(file: DiskFile, path: string, known: KnownEvents): Promise<LogContents> {
  const reading = new LogReading(path, known)
  for await (const found of stretches(file)) {
    for (const stretch of found) reading.take(stretch)
  }
  const { begun: header, place, tornBytes } = reading
  return {
    header,
    events: reading.takenEvents(),
    next: place.seq,
    time: place.time,
    wholeBytes: place.bytes,
    tornBytes,
  }
}
