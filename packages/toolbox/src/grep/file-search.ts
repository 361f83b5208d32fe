import { looksBinary } from '../text/encoding.ts'
import { openText, type OpenedText, type ReadWindow } from '../text/utf8-source.ts'
import { FileMatchesCollector, longLine, type FileMatches } from './file-matches.ts'
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
  if (looksBinary(file.head)) return 'binary'
  const collector = new FileMatchesCollector(how.maxLines, how.context)
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
  const { text, from, to } = decode(window)
  const answer = await how.scan({ text, from, to, maxLines: Math.max(1, collector.room), longLine })
  collector.add({ text, firstLine: window.firstLine, continues: window.continues, answer })
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decode({ bytes, from, to }: LineWindow): { text: string; from: number; to: number } {
  const text = decoder.decode(bytes)
  const lengthOf = (part: Uint8Array): number => (part.length === 0 ? 0 : decoder.decode(part).length)
  return { text, from: lengthOf(bytes.subarray(0, from)), to: text.length - lengthOf(bytes.subarray(to)) }
}

function includes(bytes: Uint8Array, part: Buffer): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(part)
}
