import { escapeVisible } from '@millrace/protocol'
import type { Kept } from './keep.ts'

/** A file to which a tool itself has written what its content is made of. */
export interface OwnOutput {
  readonly outputIn: string
}

/** What is left out of a text, and where the whole is. */
export interface Omission {
  /** Bytes before it. */
  readonly behind: number
  readonly bytes: number
  /** Line feeds in it. */
  readonly lineEnds: number
  /** Bytes of the whole. */
  readonly total: number
  /** The line that it begins in, counted from 1. */
  readonly line: number
  /** Where in this line, in UTF-16 units counted from 1; undefined where it begins with the line. */
  readonly column: number | undefined
  readonly kept: Kept | OwnOutput
}

/** The last line of a text that is shown in part; no tool can write behind it. */
export function omissionNote(omission: Omission): string {
  const { behind, bytes, lineEnds } = omission
  return `[left out at […], behind byte ${behind}: ${bytes} bytes with ${lineEnds} line ends; ${whereabouts(omission)}]`
}

/** The same where the path is too long to be shown. */
export function shortNote({ behind, bytes, lineEnds }: Omission): string {
  return `[left out at […], behind byte ${behind}: ${bytes} bytes with ${lineEnds} line ends]`
}

function whereabouts({ total, line, column, kept }: Omission): string {
  if ('outputIn' in kept)
    return `the whole output is kept: read with path=${escapeVisible(kept.outputIn)} shows it`
  if ('problem' in kept) return `they are not kept: ${kept.problem}`
  const what = kept.isWhole ? `all ${total} bytes` : `the first ${kept.bytes} of ${total} bytes`
  const place = column === undefined ? `offset=${line}` : `offset=${line} column=${column}`
  return `${what} are kept: read with path=${escapeVisible(kept.path)} ${place} reads on`
}
