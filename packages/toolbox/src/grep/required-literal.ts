import { cutEnd } from '../text/cut.ts'

/** Longer literals are shortened, so that a hostile one cannot make the byte search slow. */
const literalLength = 24

/**
 * A text that every match of the pattern contains, as UTF-8, for a quick look at a file's bytes; undefined where
 * none is certain. It reads only the plainest of the syntax and gives up early.
 */
export function requiredLiteral(pattern: string, isLiteral: boolean, ignoreCase: boolean): Buffer | undefined {
  if (ignoreCase) return undefined
  const text = isLiteral ? pattern : longestRun(pattern)
  // Bytes that are no UTF-8 decode to U+FFFD, so its absence from the bytes proves nothing.
  if (text === undefined || text === '' || text.includes('\ufffd')) return undefined
  return Buffer.from(cutEnd(text, literalLength), 'utf8')
}

function longestRun(pattern: string): string | undefined {
  const runs = literalRuns([...pattern])
  return runs?.reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}

/** Texts that must stand in a match one after the other; undefined where the pattern has alternatives or flags. */
function literalRuns(characters: readonly string[]): string[] | undefined {
  const runs: string[] = []
  let run: string[] = []
  const end = (): void => {
    runs.push(run.join(''))
    run = []
  }
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    switch (character) {
      case '|':
        return undefined
      case '(':
      case '[': {
        const close = character === '(' ? groupEnd(characters, at) : classEnd(characters, at)
        if (close === undefined) return undefined
        end()
        at = close
        break
      }
      case '\\': {
        const escaped = characters[at + 1] ?? ''
        // A quotation, or an escape whose length is not one character.
        if (/^[QxpP0-9]$/.test(escaped)) return undefined
        if (/^[!-/:-@[-`{-~]$/.test(escaped)) run.push(escaped)
        else end()
        at += 1
        break
      }
      case '*':
      case '?':
      case '{':
        run.pop()
        end()
        if (character === '{') at = Math.max(at, characters.indexOf('}', at))
        break
      case '+':
      case '.':
      case '^':
      case '$':
        end()
        break
      default:
        run.push(character)
    }
  }
  end()
  return runs
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
