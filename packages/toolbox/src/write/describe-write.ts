import { byteDifference, type ChangedRange } from '../change/changed-ranges.ts'
import { decodeText, type DecodedText } from '../change/decoded-text.ts'
import { LineEndView } from '../change/line-ends.ts'
import { describeChange, noChange, type TextChange } from '../change/text-change.ts'
import { TextError } from '../change/text-error.ts'
import { Lines } from '../change/lines.ts'
import { difference } from '../change/trimmed.ts'
import type { WriteValue } from './value.ts'

const mark = '\ufeff'

/**
 * What became of the content of a file.
 *
 * @param bytes - those of `content`.
 * @param old - the bytes before; `undefined` where there was no file, or one too large to be compared.
 * @param existed - whether there was a file.
 */
export function describeWrite(
  content: string,
  bytes: Uint8Array,
  old: Uint8Array | undefined,
  existed: boolean,
): Omit<WriteValue, 'path' | 'changed' | 'created' | 'size'> {
  const text = content.startsWith(mark) ? content.slice(mark.length) : content
  if (old === undefined && existed)
    return { ...replacedWhole(text), changedBytes: [], lost: [], notCompared: 'tooLarge' }
  const stood = old ?? new Uint8Array()
  const range = byteDifference(stood, bytes)
  const changedBytes: ChangedRange[] = range.oldBytes + range.newBytes === 0 ? [] : [range]
  const before = decoded(stood)
  if (before === undefined) return { ...replacedWhole(text), changedBytes, lost: [], notCompared: 'binary' }
  const change = describeChange(before.text, text, difference(before.text, text))
  return { ...change, changedBytes, lost: lostIn(before, content) }
}

/** A change of which only the new lines are known. */
function replacedWhole(text: string): TextChange {
  return { ...noChange, added: new Lines(text).count }
}

function decoded(bytes: Uint8Array): DecodedText | undefined {
  try {
    return decodeText(bytes, '')
  } catch (error) {
    if (error instanceof TextError) return undefined
    throw error
  }
}

function lostIn({ text, encoding, hasMark }: DecodedText, content: string): WriteValue['lost'] {
  const lost: WriteValue['lost'] = []
  if (encoding !== 'utf-8') lost.push('utf16')
  else if (hasMark && !content.startsWith(mark)) lost.push('byteOrderMark')
  if (LineEndView.of(text).usualEnd === '\r\n' && content.includes('\n') && !content.includes('\r\n')) {
    lost.push('crlf')
  }
  return lost
}
