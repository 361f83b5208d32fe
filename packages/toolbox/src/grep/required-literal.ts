import { cutEnd } from '../text/cut.ts'

/** Longer literals are shortened, so that a hostile one cannot make the byte search slow. */
const literalLength = 24

/**
 * A text that every match of the pattern contains, as UTF-8, for a quick look at a file's bytes; undefined where
 * none is certain. It reads only the plainest of the syntax and gives up early.
 */
export function requiredLiteral(
  pattern: string,
  isLiteral: boolean,
  ignoreCase: boolean,
): Buffer | undefined {
  if (ignoreCase) return undefined
  const text = isLiteral ? pattern : longestRun(pattern)
  // Bytes that are no UTF-8 decode to U+FFFD, so its absence from the bytes proves nothing.
  if (text === undefined || text === '' || text.includes('\ufffd')) return undefined
  return Buffer.from(cutEnd(text, literalLength), 'utf8')
}

function longestRun(pattern: string): string | undefined {
  const reader = new RunReader(Array.from(pattern))
  return reader.read()?.reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}

const punctuation = /^[!-/:-@[-`{-~]$/

/** Reads texts that must stand in a match one after the other. */
class RunReader {
  private readonly characters: readonly string[]
  private readonly runs: string[] = []
  private run: string[] = []

  constructor(characters: readonly string[]) {
    this.characters = characters
  }

  /** The texts; undefined where the pattern has alternatives, flags, or syntax that is not followed here. */
  read(): string[] | undefined {
    let at: number | undefined = 0
    while (at !== undefined && at < this.characters.length) at = this.step(at)
    this.endRun()
    return at === undefined ? undefined : this.runs
  }

  /** Takes what begins at a position and returns the next one, or undefined to give up. */
  private step(at: number): number | undefined {
    const character = this.characters[at] ?? ''
    switch (character) {
      case '|':
        return undefined
      case '(':
        return this.skip(groupEnd(this.characters, at))
      case '[':
        return this.skip(classEnd(this.characters, at))
      case '\\':
        return this.escape(at)
      case '*':
      case '?':
      case '{':
        // What they repeat may be missing.
        this.run.pop()
        return this.skip(character === '{' ? Math.max(at, this.characters.indexOf('}', at)) : at)
      case '+':
      case '.':
      case '^':
      case '$':
        return this.skip(at)
      default:
        this.run.push(character)
        return at + 1
    }
  }

  private escape(at: number): number | undefined {
    const escaped = this.characters[at + 1] ?? ''
    // A quotation, or an escape whose length is not one character.
    if (/^[QxpP0-9]$/.test(escaped)) return undefined
    if (!punctuation.test(escaped)) return this.skip(at + 1)
    this.run.push(escaped)
    return at + 2
  }

  private skip(end: number | undefined): number | undefined {
    this.endRun()
    return end === undefined ? undefined : end + 1
  }

  private endRun(): void {
    this.runs.push(this.run.join(''))
    this.run = []
  }
}

/** Position of the `)` of a plain group; undefined for a group with flags, which may change the rest. */
function groupEnd(characters: readonly string[], start: number): number | undefined {
  let depth = 0
  for (let at = start; at < characters.length; at += 1) {
    const character = characters[at]
    if (character === '\\') {
      if (characters[at + 1] === 'Q') return undefined
      at += 1
    } else if (character === '[') {
      const close = classEnd(characters, at)
      if (close === undefined) return undefined
      at = close
    } else if (character === '(') {
      if (characters[at + 1] === '?' && !':P<'.includes(characters[at + 2] ?? '')) return undefined
      depth += 1
    } else if (character === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return undefined
}

/** Position of the `]` of a class. */
function classEnd(characters: readonly string[], start: number): number | undefined {
  let at = start + 1
  if (characters[at] === '^') at += 1
  if (characters[at] === ']') at += 1
  for (; at < characters.length; at += 1) {
    if (characters[at] === '\\') at += 1
    else if (characters[at] === '[' && characters[at + 1] === ':') {
      const close = characters.indexOf(']', at)
      if (close < 0) return undefined
      at = close
    } else if (characters[at] === ']') return at
  }
  return undefined
}
