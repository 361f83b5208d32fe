import { RawText, type Exact } from './exact.ts'

/** Deeper values are left to the text: neither a form nor a tree could show them. */
const deepest = 200

/** One token of a text that is JSON for sure. */
const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(true|false|null)|([-+.\deE]+))/y

/**
 * Reads JSON and keeps each number as it is written.
 * @throws SyntaxError where the text is no JSON, in the words of the browser; RangeError where it is nested too deeply.
 */
export function parseExact(text: string): Exact {
  JSON.parse(text)
  return new Reader(text).value(0)
}

/** Reads tokens; that they come in a legal order is known. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): Exact {
    if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`)
    const [, sign, string, word, number] = this.#next()
    if (string !== undefined) return JSON.parse(string) as string
    if (word !== undefined) return JSON.parse(word) as boolean | null
    if (number !== undefined) return new RawText(number)
    return sign === '[' ? this.#list(depth) : this.#object(depth)
  }

  #list(depth: number): Exact {
    const items: Exact[] = []
    if (this.#ends(']')) return items
    do items.push(this.value(depth + 1))
    while (this.#next()[1] === ',')
    return items
  }

  #object(depth: number): Exact {
    const members: [string, Exact][] = []
    if (this.#ends('}')) return {}
    do {
      const key = JSON.parse(this.#next()[2]!) as string
      this.#next()
      members.push([key, this.value(depth + 1)])
    } while (this.#next()[1] === ',')
    return Object.fromEntries(members)
  }

  /** Goes behind a closing sign where it comes next. */
  #ends(sign: string): boolean {
    const before = this.#at
    if (this.#next()[1] === sign) return true
    this.#at = before
    return false
  }

  #next(): RegExpExecArray {
    token.lastIndex = this.#at
    const found = token.exec(this.#text)!
    this.#at = token.lastIndex
    return found
  }
}
