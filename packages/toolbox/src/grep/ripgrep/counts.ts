/** What ripgrep prints with `--count --null --stats`. */
export interface RipgrepCounts {
  /** Lines that match, by path. */
  readonly matching: ReadonlyMap<string, number>
  /** Files that it looked into. */
  readonly searched: number
}

const stats = /^\n\d+ matches\n(\d+) matched lines\n(\d+) files contained matches\n(\d+) files searched\n/

/**
 * Reads the output; undefined where it is not what is expected, or holds a path that no text can spell.
 * @param start - with what every path begins; it is left out.
 */
export function readCounts(output: Uint8Array, start: string): RipgrepCounts | undefined {
  const text = decoded(output)
  if (text === undefined) return undefined
  const matching = new Map<string, number>()
  let at = 0
  while (text.startsWith(start, at)) {
    const end = text.indexOf('\0', at)
    const feed = text.indexOf('\n', end + 1)
    if (end < 0 || feed < 0) return undefined
    const path = text.slice(at + start.length, end)
    const digits = text.slice(end + 1, feed)
    if (!isPlainPath(path) || !/^[1-9]\d{0,14}$/.test(digits) || matching.has(path)) return undefined
    matching.set(path, Number(digits))
    at = feed + 1
  }
  const found = stats.exec(text.slice(at))
  if (found === null) return undefined
  const [, , files, searched] = found
  return Number(files) === matching.size ? { matching, searched: Number(searched) } : undefined
}

/** Whether a path can stand in a line of the log without being taken for something else. */
export function isPlainPath(path: string): boolean {
  return path !== '' && !/[\n\r\0\ufffd]/.test(path)
}

function decoded(output: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(output)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
