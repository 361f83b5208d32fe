import { text, type ContentBlock } from '@millrace/protocol'
import { boundMedia } from './bound-media.ts'
import type { ContentLimits, SpillSource } from './contract.ts'
import { headOf, tailOf } from './ends.ts'
import { keep, type Kept } from './keep.ts'
import { requireLimits } from './limits.ts'
import { mediaOf } from './media.ts'
import { omissionNote, shortNote, type Omission, type OwnOutput } from './note.ts'
import { blockBytes, fits, sizeOf } from './size.ts'
import { textOf } from './text-of.ts'
import { lineEndsIn, WholeText } from './whole-text.ts'

/** What is known of content besides itself. */
export interface ContentOrigin {
  /** Says in the names of files what they hold; `result` unless given. */
  readonly name?: string
  /** The file of the store to which the tool itself has written all its output; then no second one is made. */
  readonly alreadyIn?: string
}

/**
 * Content within limits. What fits comes back as it is. Of a longer text the start and the end stay, with exact counts
 * of what lies between them and the way to read on; pictures that are too large become a text that says so. What is
 * left out goes to the store as a whole; where it cannot be kept, that is said.
 *
 * @param content - lossless JSON: what a result holds, or what is to be logged.
 * @throws RangeError for limits that make no sense; nothing else.
 */
export async function boundContent(
  content: readonly ContentBlock[],
  limits: ContentLimits,
  store: SpillSource,
  origin: ContentOrigin = {},
): Promise<ContentBlock[]> {
  requireLimits(limits)
  if (fits(content, limits)) return content as ContentBlock[]
  const shown = await boundMedia(content, limits, store, origin.name ?? 'result')
  if (fits(shown, limits)) return shown
  const media = shown.filter((block) => mediaOf(block) !== undefined)
  const frames = media.length === 0 ? 0 : sizeOf(media).bytes + blockBytes
  const whole = new WholeText(
    shown.map((block) => (mediaOf(block) === undefined ? textOf(block) : `[${block.type} content]`)),
  )
  const kept = await keptText(whole, store, origin)
  return [text(ends(whole, limits.maxBytes - frames, kept)), ...media]
}

function keptText(
  whole: WholeText,
  store: SpillSource,
  { name = 'result', alreadyIn }: ContentOrigin,
): OwnOutput | Promise<Kept> {
  if (alreadyIn !== undefined) return { outputIn: alreadyIn }
  return keep(store, { name, kind: 'txt', chunks: whole.encoded() })
}

const mark = '[…]\n'
/** Bytes of the mark and of the line ends around it. */
const markBytes = Buffer.byteLength(mark) + 2

/** The start and the end of a text that takes more than `maxBytes`, and the words about what lies between. */
function ends(whole: WholeText, maxBytes: number, kept: Omission['kept']): string {
  const { bytes: total, lineEnds } = whole
  // No number in it is larger, so no note of this text is longer.
  const longest = { behind: total, bytes: total, lineEnds, total, line: total, column: total, kept }
  const note = Buffer.byteLength(omissionNote(longest)) > maxBytes / 2 ? shortNote : omissionNote
  const room = Math.floor((maxBytes - Buffer.byteLength(note(longest)) - markBytes) / 2)
  const head = headOf(whole, room)
  const tail = tailOf(whole, room)
  const behind = Buffer.byteLength(head)
  const headEnds = lineEndsIn(head)
  const omission: Omission = {
    behind,
    bytes: total - behind - Buffer.byteLength(tail),
    lineEnds: lineEnds - headEnds - lineEndsIn(tail),
    total,
    line: headEnds + 1,
    column: head.endsWith('\n') ? undefined : head.length - head.lastIndexOf('\n'),
    kept,
  }
  return `${onOwnLine(head)}${mark}${onOwnLine(tail)}${note(omission)}`
}

function onOwnLine(part: string): string {
  return part === '' || part.endsWith('\n') ? part : `${part}\n`
}
