import { escapeVisible, text, type ContentBlock } from '@millrace/protocol'
import { markedLines } from './marked-lines.ts'
import type { BinaryValue, ReadValue, TextValue } from './value.ts'

/** What the model reads: numbered lines and what it should know of them, the picture, or what the file is. */
export function renderRead(value: ReadValue): ContentBlock[] {
  switch (value.kind) {
    case 'text':
      return [text(textOf(value))]
    case 'image':
      return [text(`[${escapeVisible(value.path)}: ${pictureFacts(value)}]`), imageOf(value)]
    case 'binary':
      return [text(binaryOf(value))]
  }
}

function imageOf({ data, mimeType }: { data: string; mimeType: string }): ContentBlock {
  return { type: 'image', data, mimeType }
}

function pictureFacts({
  mimeType,
  size,
  width,
  height,
}: {
  mimeType: string
  size: number
  width?: number
  height?: number
}): string {
  const pixels = width === undefined || height === undefined ? '' : `, ${width} × ${height} pixels`
  return `${mimeType}${pixels}, ${size} bytes`
}

function binaryOf({ path, type, size, width, height, advice }: BinaryValue): string {
  const pixels = width === undefined || height === undefined ? '' : `, ${width} × ${height} pixels`
  return `[${escapeVisible(path)} is not text: ${type}${pixels}, ${size} bytes; ${advice}]`
}

function textOf(value: TextValue): string {
  const lines = markedLines(value).map((line, index) => `${value.offset + index}\t${line}`)
  const note = noteOf(value)
  return [...lines, ...(note === '' ? [] : [`[${note}]`])].join('\n')
}

/** What a reader of the lines alone would not know; empty for a whole, plain text. */
function noteOf(value: TextValue): string {
  return [rangeOf(value), ...peculiarities(value)].filter((part) => part !== '').join('; ')
}

function rangeOf(value: TextValue): string {
  const { offset, lines, totalLines, totalIsLowerBound, next, column, nextColumn } = value
  if (column !== undefined && lines.length > 0) {
    const onward =
      nextColumn === undefined ? undefined : `continue with offset ${offset} and column ${nextColumn}`
    const further = next === undefined ? 'the file ends with it' : `continue with offset ${next}`
    return `line ${offset} from character ${column} on; ${onward ?? `the line ends here, ${further}`}`
  }
  const total = totalIsLowerBound === true ? `at least ${totalLines}` : `${totalLines}`
  if (totalLines === 0) return 'the file is empty'
  if (lines.length === 0) {
    return totalIsLowerBound === true
      ? `line ${offset} was not reached: it took too long to read up to there; the file has ${total} lines`
      : `there is no line ${offset}: the file has ${total}`
  }
  if (lines.length === totalLines && totalIsLowerBound !== true) return ''
  const range = `lines ${offset}-${offset + lines.length - 1} of ${total}`
  return next === undefined ? range : `${range}; continue with offset ${next}`
}

function peculiarities(value: TextValue): string[] {
  const parts: string[] = []
  if (value.notebook === true) parts.push('a notebook, shown as its cells')
  if (value.lineEnding === 'crlf') parts.push('lines end in CRLF')
  if (value.lineEnding === 'mixed') parts.push('some lines end in CRLF, some in LF')
  if (value.encoding !== 'utf-8') parts.push(`encoded in ${value.encoding.toUpperCase()}`)
  if (value.byteOrderMark) parts.push('begins with a byte order mark')
  if (value.invalid === true) parts.push('some bytes are not valid text and stand as U+FFFD')
  return parts
}
