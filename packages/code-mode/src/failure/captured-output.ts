import { escapeVisible } from '@millrace/protocol'

/** UTF-8 bytes of what a failed program said that a model reads, unless a host says otherwise. */
const defaultBytes = 24 * 1024

/**
 * What a program had said, as the end of the text of its failure: the last lines where not all of them fit, with an
 * exact count of what was left out. Empty where it said nothing.
 */
export function capturedOutput(logs: readonly string[], mostBytes: number = defaultBytes): string {
  if (logs.length === 0) return ''
  const kept: string[] = []
  let left = mostBytes
  let next = logs.length - 1
  for (; next >= 0; next--) {
    const line = escapeVisible(logs[next]!, { lines: true })
    left -= Buffer.byteLength(line) + 1
    if (left < 0) break
    kept.unshift(line)
  }
  if (next < 0) return `\nCaptured output:\n${kept.join('\n')}`
  // An entry that alone is longer than all that fits is told by its end.
  if (kept.length === 0) kept.unshift(endOf(escapeVisible(logs[next]!, { lines: true }), mostBytes))
  const entries = logs.length - kept.length
  const said =
    entries === 0
      ? 'The beginning of this entry'
      : `${entries} earlier ${entries === 1 ? 'entry' : 'entries'}`
  return `\nCaptured output:\n[${said} left out]\n${kept.join('\n')}`
}

/** The last bytes of a text, beginning at a character. */
function endOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text)
  let start = Math.max(0, encoded.length - bytes)
  while (start < encoded.length && (encoded[start]! & 0xc0) === 0x80) start++
  return encoded.toString('utf8', start)
}
