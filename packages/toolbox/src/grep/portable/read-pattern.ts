import { anyCharacter, bothCases, characters, complement, type CharacterSet } from './characters.ts'
import type { LinePattern } from './line-pattern.ts'

/** How a pattern is meant. */
export interface PatternOptions {
  /** The pattern is plain text. */
  readonly isLiteral: boolean
  readonly ignoreCase: boolean
}

/** Something that engines may read differently, or not at all. */
class NotPortable extends Error {}

const digits: CharacterSet = [[0x30, 0x39]]
const blanks: CharacterSet = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
]
const wordCharacters: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
const named: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', digits],
  ['s', blanks],
  ['w', wordCharacters],
])
const controls: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['f', 0x0c],
  ['r', 0x0d],
])

/** Repetitions beyond this are refused by the engine, or cost much. */
const mostRepeats = 1000

/** Groups within groups. */
const deepest = 50

/**
 * Reads a pattern in RE2 syntax that the engine has accepted; undefined where it holds a construct on which engines
 * may differ: flags, classes by Unicode property, names of characters, and some that are merely rare.
 */
export function readPattern(source: string, options: PatternOptions): LinePattern | undefined {
  if (!source.isWellFormed()) return undefined
  const reader = new PatternReader(source, options.ignoreCase)
  try {
    return options.isLiteral ? reader.literal() : reader.pattern()
  } catch (error) {
    if (error instanceof NotPortable) return undefined
    throw error
  }
}

class PatternReader {
  private readonly source: string
  private readonly ignoreCase: boolean
  private at = 0
  private depth = 0

  constructor(source: string, ignoreCase: boolean) {
    this.source = source
    this.ignoreCase = ignoreCase
  }

  literal(): LinePattern {
    const parts: LinePattern[] = []
    while (this.at < this.source.length) parts.push(this.one(this.character()))
    return { kind: 'sequence', parts }
  }

  pattern(): LinePattern {
    const pattern = this.choice()
    if (this.at < this.source.length) throw new NotPortable()
    return pattern
  }

  private choice(): LinePattern {
    this.depth += 1
    if (this.depth > deepest) throw new NotPortable()
    const branches = [this.sequence()]
    while (this.takes('|')) branches.push(this.sequence())
    this.depth -= 1
    const [only] = branches
    return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches }
  }

  private sequence(): LinePattern {
    const parts: LinePattern[] = []
    while (this.at < this.source.length && !this.sees('|') && !this.sees(')')) {
      parts.push(this.repeated(this.part()))
    }
    return { kind: 'sequence', parts }
  }

  private part(): LinePattern {
    if (this.takes('(')) return this.group()
    if (this.takes('[')) return { kind: 'one', of: this.characterClass() }
    if (this.takes('.')) return { kind: 'one', of: anyCharacter }
    if (this.takes('^')) return { kind: 'start' }
    if (this.takes('$')) return { kind: 'end' }
    if (this.takes('\\')) return this.escaped()
    // A brace that begins no repetition stands for itself.
    if (this.sees('*') || this.sees('+') || this.sees('?') || this.repetition() !== undefined) {
      throw new NotPortable()
    }
    return this.one(this.character())
  }

  private group(): LinePattern {
    if (this.takes('?') && !this.takes(':')) throw new NotPortable()
    const inner = this.choice()
    if (!this.takes(')')) throw new NotPortable()
    return inner
  }

  private escaped(): LinePattern {
    const letter = this.source.charAt(this.at)
    if (letter === 'b') {
      this.at += 1
      return { kind: 'wordBoundary' }
    }
    const set = named.get(letter.toLowerCase())
    if (set === undefined) return this.one(this.escapedCharacter())
    this.at += 1
    const folded = characters(this.folded(set))
    return { kind: 'one', of: letter === letter.toLowerCase() ? folded : complement(folded) }
  }

  /** What stands behind a backslash: a control character, or punctuation that means itself. */
  private escapedCharacter(): number {
    const letter = this.source.charAt(this.at)
    const control = controls.get(letter)
    if (control === undefined && !/^[!-/:-@[-`{-~ ]$/.test(letter)) throw new NotPortable()
    this.at += 1
    return control ?? letter.charCodeAt(0)
  }

  private characterClass(): CharacterSet {
    const negated = this.takes('^')
    const ranges: (readonly [number, number])[] = []
    const first = this.at
    while (!this.sees(']') || this.at === first) {
      if (this.at >= this.source.length || this.source.startsWith('[:', this.at)) throw new NotPortable()
      const set = this.sees('\\') ? named.get(this.source.charAt(this.at + 1)) : undefined
      if (set === undefined) {
        ranges.push(this.range(this.at === first))
        continue
      }
      ranges.push(...set)
      this.at += 2
      if (this.sees('-') && this.source.charAt(this.at + 1) !== ']') throw new NotPortable()
    }
    this.at += 1
    const set = characters(this.folded(characters(ranges)))
    return negated ? complement(set) : set
  }

  private range(isFirst: boolean): [number, number] {
    const isDash = this.sees('-')
    if (isDash && !isFirst && this.source.charAt(this.at + 1) !== ']') throw new NotPortable()
    const low = this.member()
    if (isDash || !this.sees('-') || this.source.charAt(this.at + 1) === ']') return [low, low]
    this.at += 1
    const high = this.member()
    if (high < low) throw new NotPortable()
    return [low, high]
  }

  private member(): number {
    return this.takes('\\') ? this.escapedCharacter() : this.character()
  }

  private repeated(part: LinePattern): LinePattern {
    const bounds = this.repetition()
    if (bounds === undefined) return part
    const { least, most, length } = bounds
    const isAssertion = part.kind === 'start' || part.kind === 'end' || part.kind === 'wordBoundary'
    if (isAssertion || most === 0 || least > most || least > mostRepeats) throw new NotPortable()
    this.at += length
    this.takes('?')
    if (this.sees('*') || this.sees('+') || this.sees('?') || this.repetition() !== undefined) {
      throw new NotPortable()
    }
    return { kind: 'repeat', part, least, most }
  }

  private repetition(): { least: number; most: number; length: number } | undefined {
    if (this.sees('*')) return { least: 0, most: Infinity, length: 1 }
    if (this.sees('+')) return { least: 1, most: Infinity, length: 1 }
    if (this.sees('?')) return { least: 0, most: 1, length: 1 }
    const found = /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/.exec(this.source.slice(this.at, this.at + 12))
    if (found === null) {
      if (/^\{\d/.test(this.source.slice(this.at, this.at + 2))) throw new NotPortable()
      return undefined
    }
    const [whole, first = '', comma, last] = found
    const least = Number(first)
    const most = comma === undefined ? least : last === '' ? Infinity : Number(last)
    if (/^0\d/.test(first) || /^0\d/.test(last ?? '') || (most > mostRepeats && most !== Infinity)) {
      throw new NotPortable()
    }
    return { least, most, length: whole.length }
  }

  private one(codePoint: number): LinePattern {
    return { kind: 'one', of: characters(this.folded([[codePoint, codePoint]])) }
  }

  private folded(set: CharacterSet): CharacterSet {
    if (!this.ignoreCase) return set
    const both = bothCases(set)
    if (both === undefined) throw new NotPortable()
    return both
  }

  private character(): number {
    const codePoint = this.source.codePointAt(this.at) ?? 0
    this.at += codePoint > 0xffff ? 2 : 1
    return codePoint
  }

  private sees(character: string): boolean {
    return this.source.charAt(this.at) === character
  }

  private takes(character: string): boolean {
    if (!this.sees(character)) return false
    this.at += 1
    return true
  }
}
