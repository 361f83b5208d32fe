/** Bytes that are handed on at once. */
const chunkBytes = 256 * 1024
/** Bytes of UTF-8 that a unit of text takes at most. */
const mostBytes = 3
/** UTF-16 units that are encoded at once. */
const partUnits = 16 * 1024

/** All text of a result: pieces that stand one behind the other, each on a line of its own. Never joined. */
export class WholeText {
  /** In UTF-8. */
  readonly bytes: number
  /** Line feeds. */
  readonly lineEnds: number
  readonly #pieces: readonly string[]

  constructor(texts: readonly string[]) {
    this.#pieces = texts.flatMap((text, index) => (index === 0 ? [text] : ['\n', text]))
    let bytes = 0
    let lineEnds = 0
    for (const piece of this.#pieces) {
      bytes += Buffer.byteLength(piece)
      lineEnds += lineEndsIn(piece)
    }
    this.bytes = bytes
    this.lineEnds = lineEnds
  }

  /** At least so many units from the start on, or all there are. */
  first(units: number): string {
    const parts: string[] = []
    for (let index = 0, left = units; left > 0 && index < this.#pieces.length; index += 1) {
      const part = this.#pieces[index]!.slice(0, left)
      parts.push(part)
      left -= part.length
    }
    return parts.join('')
  }

  /** The same from the end. */
  last(units: number): string {
    const parts: string[] = []
    for (let index = this.#pieces.length - 1, left = units; left > 0 && index >= 0; index -= 1) {
      const part = this.#pieces[index]!.slice(-left)
      parts.unshift(part)
      left -= part.length
    }
    return parts.join('')
  }

  /** The whole in UTF-8, one stretch after the other; short pieces come together. */
  *encoded(): Generator<Uint8Array> {
    let chunk = Buffer.allocUnsafe(chunkBytes)
    let filled = 0
    for (const part of this.#parts()) {
      if (filled + part.length * mostBytes > chunkBytes) {
        yield chunk.subarray(0, filled)
        // Whoever got the last one may still hold it.
        chunk = Buffer.allocUnsafe(chunkBytes)
        filled = 0
      }
      filled += chunk.write(part, filled)
    }
    if (filled > 0) yield chunk.subarray(0, filled)
  }

  /** The pieces, cut so that each fits into a chunk. */
  *#parts(): Generator<string> {
    for (const piece of this.#pieces) {
      for (let at = 0; at < piece.length;) {
        const end = wholeBoundary(piece, Math.min(at + partUnits, piece.length))
        yield piece.slice(at, end)
        at = end
      }
    }
  }
}

/** The line feeds in a text. */
export function lineEndsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function wholeBoundary(text: string, at: number): number {
  const splits = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))
  return splits ? at - 1 : at
}
