import { shorten } from '../cut.ts'
import type { TextFault } from './fault.ts'
import { fail, failAtEnd, FaultFound, showMark } from './fault.ts'
import { readScalar } from './read-scalar.ts'
import { readString } from './read-string.ts'

const shownKey = 60

/** An object or array that has been opened; an object remembers its keys. */
interface Open {
  readonly close: '}' | ']'
  readonly keys: Set<string> | undefined
  empty: boolean
}

/**
 * Reads a text strictly, without recursion, to find the first place where it is not JSON or not exact: a
 * duplicate key, a number that would change. Slower than the engine's parser, and only used to explain.
 */
export function findFault(text: string): TextFault | undefined {
  try {
    new Reader(text).read()
    return undefined
  } catch (error) {
    if (error instanceof FaultFound) return error.fault
    throw error
  }
}

class Reader {
  readonly #text: string
  readonly #open: Open[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): void {
    this.#value()
    for (let open = this.#open.at(-1); open !== undefined; open = this.#open.at(-1)) {
      if (open.empty) this.#first(open)
      else this.#next(open)
    }
    if (this.#mark() !== undefined) {
      fail(this.#at, 'the text goes on after its value', 'send one JSON value and nothing else')
    }
  }

  /** A whole scalar, or the opening of a container. */
  #value(): void {
    const mark = this.#mark()
    if (mark === '"') this.#at = readString(this.#text, this.#at)
    else if (mark === '{') this.#enter({ close: '}', keys: new Set(), empty: true })
    else if (mark === '[') this.#enter({ close: ']', keys: undefined, empty: true })
    else this.#at = readScalar(this.#text, this.#at)
  }

  #enter(open: Open): void {
    this.#open.push(open)
    this.#at++
  }

  #leave(): void {
    this.#open.pop()
    this.#at++
  }

  #first(open: Open): void {
    open.empty = false
    if (this.#mark() === open.close) this.#leave()
    else this.#member(open)
  }

  /** What follows a member: the end of its container, or a comma and the next one. */
  #next(open: Open): void {
    const mark = this.#mark()
    if (mark === open.close) return this.#leave()
    const expected = `a comma or ${open.close}`
    if (mark === undefined) failAtEnd(this.#text, `where ${expected} is expected`)
    if (mark !== ',') {
      fail(this.#at, `${showMark(mark)} stands where ${expected} is expected`, `write ${expected} before it`)
    }
    const comma = this.#at++
    if (this.#mark() === open.close) fail(comma, `a comma stands before ${open.close}`, 'remove the comma')
    this.#member(open)
  }

  #member(open: Open): void {
    if (open.keys !== undefined) this.#key(open.keys)
    this.#value()
  }

  #key(keys: Set<string>): void {
    const mark = this.#mark()
    const start = this.#at
    if (mark === undefined) failAtEnd(this.#text, 'where a key is expected')
    if (mark !== '"') {
      fail(start, `${showMark(mark)} stands where a key is expected`, 'put double quotes around every key')
    }
    this.#at = readString(this.#text, start)
    const key = JSON.parse(this.#text.slice(start, this.#at)) as string
    if (keys.has(key)) {
      fail(
        start,
        `the key ${JSON.stringify(shorten(key, shownKey))} stands twice in one object`,
        'keep one of them',
      )
    }
    keys.add(key)
    const behind = this.#mark()
    if (behind === undefined) failAtEnd(this.#text, 'where a colon is expected')
    if (behind !== ':') {
      fail(this.#at, `${showMark(behind)} stands where a colon is expected`, 'write : behind the key')
    }
    this.#at++
  }

  /** The next character that is not white space, whole; nothing at the end. */
  #mark(): string | undefined {
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) {
        return String.fromCodePoint(this.#text.codePointAt(this.#at) ?? unit)
      }
    }
    return undefined
  }
}
