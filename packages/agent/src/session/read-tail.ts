import { isWholeLine, readWholeLine, type DiskFile } from '@millrace/host'
import type { LogPlace, SessionTail } from '../contract/session.ts'
import type { KnownEvents } from './event-shapes.ts'
import { isCount, isRecord } from './header.ts'
import { asBuffer, linesOf, type Stretch } from './line-scanner.ts'
import { headOf } from './log-head.ts'
import { LogReading } from './log-reading.ts'

/**
 * Reads the events at the end of a log.
 *
 * @param mostBytes - that are read, unless what stands there can only be judged by what stands before it.
 * @throws SessionError `SESSION_CORRUPT`, `SESSION_UNSUPPORTED`, as far as it can be told from the end.
 */
export async function readTail(
  file: DiskFile,
  {
    path,
    known,
    mostBytes,
  }: { readonly path: string; readonly known: KnownEvents; readonly mostBytes: number },
): Promise<SessionTail> {
  const { header, end } = await headOf(file, path)
  const size = await file.size()
  for (let wanted = Math.max(1, mostBytes); ; wanted *= 2) {
    const from = Math.max(end, size - wanted)
    const isFromStart = from === end
    const lines = await linesFrom(file, from, size, isFromStart)
    const [first] = lines
    // The first line is right, or something before it says whether it is damaged or torn.
    if (first !== undefined && !isFromStart && !isRight(first)) continue
    const isWhole = size - end <= mostBytes
    if (first === undefined && !isFromStart) return { header, events: [], isWhole }
    const start = first === undefined || isFromStart ? { seq: 0, bytes: end } : placeOf(first)
    const reading = new LogReading(path, known, { header, place: { ...start, time: header.time } })
    for (const line of lines) {
      reading.take(line)
      // What was read to judge what follows.
      if (line.offset < size - mostBytes) reading.takenEvents()
    }
    return { header, events: reading.takenEvents(), isWhole, next: reading.place }
  }
}

function isRight({ bytes, start, end, isEnded }: Stretch): boolean {
  return isEnded && isWholeLine(bytes, start, end)
}

/** The lines of a part of a log, from the first one that begins in it. */
async function linesFrom(file: DiskFile, from: number, size: number, isWhole: boolean): Promise<Stretch[]> {
  // One byte more, so that a line that begins right here is known to do so.
  const offset = isWhole ? from : from - 1
  const bytes = asBuffer(await file.read(offset, size - offset))
  const lines = linesOf(bytes, offset)
  const start = (lines.at(-1)?.end ?? -1) + 1
  if (start < bytes.length) {
    lines.push({ bytes, start, end: bytes.length, offset: offset + start, isEnded: false })
  }
  return isWhole ? lines : lines.slice(1)
}

/** Where a line begins, as it says itself. */
function placeOf({ bytes, start, end, offset }: Stretch): Omit<LogPlace, 'time'> {
  const parsed = readWholeLine(bytes, start, end)
  const seq = isRecord(parsed) ? parsed['seq'] : undefined
  return { seq: isCount(seq) ? seq : 0, bytes: offset }
}
