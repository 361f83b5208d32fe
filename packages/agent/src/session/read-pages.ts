import type { DiskFile } from '@millrace/host'
import type { LogPlace, SessionPage } from '../contract/session.ts'
import { corrupt } from './event.ts'
import type { KnownEvents } from './event-shapes.ts'
import { stretches } from './line-scanner.ts'
import { headOf } from './log-head.ts'
import { LogReading, type ReadingStart } from './log-reading.ts'
import { quotedPath } from './quoted.ts'

/** Bytes of a page, unless one event is longer. */
export const pageBytes = 256 * 1024

/**
 * Reads on in a log, a page at a time, until it ends.
 *
 * @param path - of the file, for messages.
 * @param from - where to read on; from the beginning without it.
 * @throws SessionError `SESSION_CORRUPT`, `SESSION_UNSUPPORTED`, when it comes to what cannot be read.
 */
export async function* readPages(
  file: DiskFile,
  {
    path,
    known,
    from,
  }: { readonly path: string; readonly known: KnownEvents; readonly from?: LogPlace | undefined },
): AsyncGenerator<SessionPage> {
  const start = from && (await startAt(file, path, from))
  const reading = new LogReading(path, known, start)
  let seq = start?.place.seq ?? -1
  for await (const found of stretches(file, start?.place.bytes, pageBytes)) {
    for (const stretch of found) reading.take(stretch)
    const { place } = reading
    // What is torn can fill a chunk, too.
    if (place.seq === seq) continue
    seq = place.seq
    yield { header: reading.begun, events: reading.takenEvents(), next: place }
  }
  if (start === undefined && seq < 0) void reading.begun
}

/** The place, once it is known that the log goes on there. */
async function startAt(file: DiskFile, path: string, place: LogPlace): Promise<ReadingStart> {
  const { header, end } = await headOf(file, path)
  const isLineStart = place.bytes >= end && (await file.read(place.bytes - 1, 1))[0] === 10
  if (isLineStart) return { header, place }
  throw corrupt(
    `the session log ${quotedPath(path)}`,
    `no end of an event at byte ${place.bytes}, where one was read before`,
  )
}
