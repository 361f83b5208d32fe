import { escapeVisible } from '@millrace/protocol'

/**
 * What a program had said, as the end of the text of its failure: the last lines where not all of them fit, with an
 * exact count of what was left out. Empty where it said nothing.
 * @param mostBytes - in UTF-8, without that count.
 */
export function capturedOutput(logs: readonly string[], mostBytes: number): string {
  if (logs.length === 0) return ''
  const shown = logs.map((entry) => escapeVisible(entry, { lines: true }))
  let bytes = 0
  const fitting = shown.findLastIndex((entry) => (bytes += Buffer.byteLength(entry) + 1) > mostBytes + 1) + 1
  if (fitting === 0) return `\nCaptured output:\n${shown.join('\n')}`
  if (fitting < shown.length) return withNote(entriesLeftOut(fitting), shown.slice(fitting).join('\n'))
  // An entry that alone is longer than all that fits is told by its end.
  const last = shown.at(-1)!
  const end = endOf(last, mostBytes)
  const cut = `${Buffer.byteLength(last) - Buffer.byteLength(end)} bytes of this one`
  return withNote(fitting === 1 ? cut : `${entriesLeftOut(fitting - 1)} and ${cut}`, end)
}

const entriesLeftOut = (count: number): string => `${count} earlier ${count === 1 ? 'entry' : 'entries'}`

const withNote = (omitted: string, text: string): string =>
  `\nCaptured output:\n[${omitted} left out]\n${text}`

/** The last bytes of a text, beginning at a character. */
function endOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text)
  let start = Math.max(0, encoded.length - bytes)
  while (start < encoded.length && (encoded[start]! & 0xc0) === 0x80) start++
  return encoded.toString('utf8', start)
}
