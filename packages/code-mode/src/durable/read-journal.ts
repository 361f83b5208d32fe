import type { JournalEntry } from '../contract/run-store.ts'
import { EntryOrder } from './entry-order.ts'
import { foreignVersion, readEntry, readHeader, type RunHeader } from './journal-record.ts'
import { readLine } from './line.ts'

/** What stands in a journal. */
export type ReadJournal =
  /** Whole, apart from a tail that no flush has confirmed. */
  | {
      readonly kind: 'whole'
      readonly header: RunHeader
      readonly entries: readonly JournalEntry[]
      /** Bytes of the whole lines. */
      readonly bytes: number
    }
  /** Cut off before its first line was whole: nothing of it was ever confirmed. */
  | { readonly kind: 'empty' }
  /** What was once confirmed cannot be read any more. @param problem - completes "it ". */
  | { readonly kind: 'damaged'; readonly problem: string }
  | { readonly kind: 'unsupported'; readonly problem: string }

/** Reads a journal as a writer left it that may have been cut off at any point. */
export function readJournal(bytes: Buffer): ReadJournal {
  const lines = linesOf(bytes)
  const first = lines.next()
  const record = first.done === true ? undefined : readLine(first.value.line)
  const header = record && readHeader(record)
  if (header === undefined) {
    const version = record && foreignVersion(record)
    if (version !== undefined) return { kind: 'unsupported', problem: `has the version ${version}` }
    if (record !== undefined) return { kind: 'damaged', problem: 'does not begin as one' }
    return confirmedIn(lines) > 0 ? { kind: 'damaged', problem: 'has lost its beginning' } : { kind: 'empty' }
  }
  const entries: JournalEntry[] = []
  const order = new EntryOrder()
  let end = (first.value as Line).end
  for (const { line, end: next } of lines) {
    const read = entryIn(line)
    if (read?.at !== entries.length + 1) {
      const confirmed = Math.max(read?.synced ?? 0, confirmedIn(lines))
      if (confirmed <= entries.length + 1) break
      return { kind: 'damaged', problem: `has lost what stood in line ${entries.length + 2}` }
    }
    if (!order.takes(read.entry)) {
      return { kind: 'damaged', problem: `says in line ${entries.length + 2} what cannot have happened` }
    }
    entries.push(read.entry)
    end = next
  }
  return { kind: 'whole', header, entries, bytes: end }
}

interface Line {
  /** Without its line feed. */
  readonly line: Buffer
  /** The position after its line feed. */
  readonly end: number
}

function* linesOf(bytes: Buffer): Generator<Line, undefined> {
  for (let start = 0; ;) {
    const at = bytes.indexOf(0x0a, start)
    if (at < 0) return undefined
    yield { line: bytes.subarray(start, at), end: at + 1 }
    start = at + 1
  }
}

function entryIn(line: Buffer): ReturnType<typeof readEntry> {
  const record = readLine(line)
  return record && readEntry(record)
}

/** How many lines the rest of a journal says were durable. */
function confirmedIn(rest: Iterable<Line>): number {
  let most = 0
  for (const { line } of rest) most = Math.max(most, entryIn(line)?.synced ?? 0)
  return most
}
