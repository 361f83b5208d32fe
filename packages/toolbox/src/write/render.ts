import { escapeVisible, text, type ContentBlock } from '@millrace/protocol'
import { changedPlaces } from '../change/changed-places.ts'
import type { WriteValue } from './value.ts'

const losses: Readonly<Record<WriteValue['lost'][number], string>> = {
  byteOrderMark:
    'the byte order mark that the file began with is gone; to keep it, begin content with U+FEFF',
  utf16: 'the file was encoded in UTF-16 and is UTF-8 now',
  crlf: 'lines ended in CRLF and end in LF now',
}

/** What the model reads: what became of the file, and what the new content does not keep of the old one. */
export function renderWrite(value: WriteValue): ContentBlock[] {
  const notes = value.lost.map((loss) => `\n[${losses[loss]}]`)
  return [text(`${outcomeOf(value)}${notes.join('')}`)]
}

function outcomeOf(value: WriteValue): string {
  const path = escapeVisible(value.path)
  const lines = `${value.added} ${value.added === 1 ? 'line' : 'lines'}`
  if (!value.changed) return `${path} is unchanged: it holds this content already, and it was not written`
  if (value.created) return `created ${path}: ${lines}, ${value.size} bytes`
  if (value.notCompared !== undefined) return `replaced ${path}: ${lines}, ${value.size} bytes`
  if (value.changedLines.length === 0) return `replaced ${path}: the same lines, ${value.size} bytes`
  return `replaced ${path}: +${value.added} -${value.removed} lines; ${changedPlaces(value)}`
}
