import { readWholeLine, type DiskFile } from '@millrace/host'
import type { SessionHit } from '../contract/session.ts'
import type { KnownEvents } from './event-shapes.ts'
import { stretches, type Stretch } from './line-scanner.ts'
import type { Needle } from './needle.ts'
import { soundEvent } from './summary.ts'
import { textsOf, wordyTypes } from './words.ts'

/** How a log is searched. */
export interface LogSearch {
  readonly id: string
  readonly needle: Needle
  readonly known: KnownEvents
  readonly signal: AbortSignal | undefined
}

/** The events of one log whose texts have the words, in bounded memory. Lines that are no whole events are passed over. */
export async function* searchLog(file: DiskFile, search: LogSearch): AsyncGenerator<SessionHit> {
  for await (const found of stretches(file)) {
    search.signal?.throwIfAborted()
    for (const stretch of found) {
      const hit = hitIn(stretch, search)
      if (hit !== undefined) yield hit
    }
  }
}

function hitIn(
  { bytes, start, end, isEnded }: Stretch,
  { id, needle, known }: LogSearch,
): SessionHit | undefined {
  if (!isEnded || !wordyTypes.has(typeIn(bytes, start, end))) return undefined
  if (!needle.mayBeIn(bytes.toString('utf8', start, end))) return undefined
  const event = soundEvent(readWholeLine(bytes, start, end), known)
  if (event === undefined) return undefined
  for (const text of textsOf(event)) {
    const excerpt = needle.excerptIn(text)
    if (excerpt !== undefined) return { id, seq: event.seq, type: event.type, excerpt }
  }
  return undefined
}

const beforeType = '"type":"'

/** The type that a line states at its beginning, where every line that was written by a log has it. */
function typeIn(bytes: Buffer, start: number, end: number): string {
  const head = bytes.toString('latin1', start, Math.min(end, start + 120))
  const from = head.indexOf(beforeType) + beforeType.length
  return from < beforeType.length ? '' : head.slice(from, head.indexOf('"', from))
}
