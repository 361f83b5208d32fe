import { byteDifference, type ChangedRange } from '../change/changed-ranges.ts'
import { decodeText, type DecodedText } from '../change/decoded-text.ts'
import { LineEndView } from '../change/line-ends.ts'
import { describeChange, noChange, type TextChange } from '../change/text-change.ts'
import { TextError } from '../change/text-error.ts'
import { lineCount } from '../change/lines.ts'
import { difference } from '../change/trimmed.ts'
import type { Pace } from '../workspace/pace.ts'
import type { WriteValue } from './value.ts'

const mark = '\ufeff'

/**
 * What became of the content of a file.
 *
 * @param bytes - those of `content`.
 * @param before - whether there was a file, and its bytes where it was not too large to be compared.
 */
export async function describeWrite(
  content: string,
  bytes: Uint8Array,
  { old, existed }: { readonly old: Uint8Array | undefined; readonly existed: boolean },
  pace: Pace,
): Promise<Omit<WriteValue, 'path' | 'changed' | 'created' | 'size'>> {
  const text = content.startsWith(mark) ? content.slice(mark.length) : content
  if (old === undefined && existed)
    return { ...replacedWhole(text), changedBytes: [], lost: [], notCompared: 'tooLarge' }
  const stood = old ?? new Uint8Array()
  const range = byteDifference(stood, bytes)
  const changedBytes: ChangedRange[] = range.oldBytes + range.newBytes === 0 ? [] : [range]
  const before = decoded(stood)
  if (before === undefined) return { ...replacedWhole(text), changedBytes, lost: [], notCompared: 'binary' }
  if (pace.isDue) await pace.rest()
  const regions = difference(before.text, text)
  if (pace.isDue) await pace.rest()
  const change = await describeChange(before.text, text, regions, pace)
  const oldLines = existed ? { oldLines: lineCount(before.text) } : {}
  return { ...change, ...oldLines, changedBytes, lost: lostIn(before, content) }
}

/** A change of which only the new lines are known. */
function replacedWhole(text: string): TextChange {
  return { ...noChange, added: lineCount(text) }
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
