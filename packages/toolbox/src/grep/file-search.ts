import { holdsNul } from '../text/encoding.ts'
import { openText, type OpenedText, type ReadWindow } from '../text/utf8-source.ts'
import { FileMatchesCollector, type FileMatches } from './file-matches.ts'
import { grepLimits } from './limits.ts'
import { lineWindows, wholeWindow, type LineWindow } from './line-windows.ts'
import type { Scan, ScanAnswer } from './protocol.ts'
import { WorkerEnded } from './search-worker.ts'

/** How to search one file. */
export interface FileSearch {
  /** Bytes without which no line can match. */
  readonly required: Buffer | undefined
  /** Lines of context on each side. */
  readonly context: number
  /** How many matching lines to list. */
  readonly maxLines: number
  /** Bytes of the largest file to search. */
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Aborted with the search, and when its time is over. */
  readonly limit: AbortSignal
  /** Whether the time limit has passed; what was found by then is the result. */
  isOver(): boolean
  /** Matches the lines of one stretch. */
  scan(scan: Scan): Promise<ScanAnswer>
}

/** Searches one file, or says why it does not. */
export async function searchFile(
  read: ReadWindow,
  how: FileSearch,
): Promise<FileMatches | 'binary' | 'tooLarge'> {
  const file = await openText(read, how.signal)
  if (file.size > how.maxBytes) return 'tooLarge'
  if (holdsNul(file.first.bytes)) return 'binary'
  const collector = new FileMatchesCollector(how.maxLines)
  try {
    for await (const window of windowsOf(file, how.context)) {
      if (how.isOver()) throw new WorkerEnded('the time limit ended the search of a file')
      await searchWindow(window, collector, how)
    }
  } catch (error) {
    const isPartial = error instanceof WorkerEnded && how.isOver() && collector.finish().count > 0
    if (!isPartial) throw error
  }
  return collector.finish()
}

function windowsOf(file: OpenedText, context: number): AsyncIterable<LineWindow> | Iterable<LineWindow> {
  const whole = wholeWindow(file)
  return whole === undefined ? lineWindows(file, context) : [whole]
}

async function searchWindow(
  window: LineWindow,
  collector: FileMatchesCollector,
  how: FileSearch,
): Promise<void> {
  if (how.required !== undefined && !includes(window.bytes, how.required)) return
  const { bytes, from, to, firstLine, continues, isWhole } = window
  const answer = await how.scan({
    bytes,
    from,
    to,
    maxLines: collector.room,
    context: how.context,
    lineLength: grepLimits.lineLength,
    asksForEnds: !isWhole,
  })
  collector.add({ firstLine, continues, answer })
}

function includes(bytes: Uint8Array, part: Buffer): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(part)
}
