import { askClass } from './character-class.ts'
import type { MatchWork } from './match-work.ts'
import { PatternError } from './pattern-error.ts'

const star = 0x2a
const question = 0x3f
const bracket = 0x5b
const closingBracket = 0x5d
const backslash = 0x5c

/** Throws a `PatternError` for a segment that cannot be read. */
export function checkWildcards(source: string): void {
  for (let at = 0; at < source.length; at += 1) {
    const unit = source.charCodeAt(at)
    if (unit === bracket) at = Math.abs(askClass(source, at, -1)) - 1
    if (unit !== backslash) continue
    at += 1
    if (at === source.length) throw new PatternError('it ends in a lone backslash')
  }
}

/** The one name that a segment without wildcards stands for. */
export function literalName(source: string): string | undefined {
  if (/[*?[]/.test(source.replaceAll(/\\./gsu, ''))) return undefined
  return source.replaceAll(/\\(.)/gsu, '$1')
}

/**
 * Whether a name matches the segment that stands between two positions of a text: `*`, `?`, `[…]` and `\` before any
 * character. It reads the text as it stands, since a hostile ignore file holds tens of thousands of segments, whose
 * parsed forms would keep the garbage collector busy. Only the last star is ever returned to, so that time grows with
 * the product of both lengths at most; a name that takes more than is left of the work does not match.
 * @param source - passed `checkWildcards` between the two positions.
 */
export function matchWildcards(
  source: string,
  from: number,
  to: number,
  name: string,
  work: MatchWork,
): boolean {
  work.steps += 1
  if (from < to && endsOtherwise(source.charCodeAt(to - 1), name)) return false
  let at = 0
  let index = from
  let starIndex = -1
  let starAt = 0
  for (;;) {
    work.steps += 1
    if (index < to && source.charCodeAt(index) === star) {
      index += 1
      if (index === to) return true
      starIndex = index
      starAt = at
      continue
    }
    if (index === to && at === name.length) return true
    const next = index < to && at < name.length ? ask(source, index, name, at, work) : -1
    if (next > 0) {
      at += widthOf(source.charCodeAt(index), name, at)
      index = next
      continue
    }
    if (starIndex < 0 || starAt >= name.length || work.isSpent) return false
    starAt += characterLength(name, starAt)
    at = starAt
    index = starIndex
  }
}

/** A segment's last character stands for itself, and the name has another one there. */
function endsOtherwise(last: number, name: string): boolean {
  const isPlain = last !== star && last !== question && last !== closingBracket && last !== backslash
  return isPlain && name.charCodeAt(name.length - 1) !== last
}

/** Where the segment goes on behind what stands at `index`; negative where the name has something else. */
function ask(source: string, index: number, name: string, at: number, work: MatchWork): number {
  const unit = source.charCodeAt(index)
  if (unit === question) return index + 1
  if (unit === bracket) {
    const end = askClass(source, index, name.codePointAt(at) ?? 0)
    work.steps += Math.abs(end) - index
    return end
  }
  const plain = unit === backslash ? index + 1 : index
  return source.charCodeAt(plain) === name.charCodeAt(at) ? plain + 1 : -1
}

/** What `?` and classes match is a whole character; the rest is compared unit by unit. */
function widthOf(unit: number, name: string, at: number): number {
  return unit === question || unit === bracket ? characterLength(name, at) : 1
}

function characterLength(name: string, at: number): number {
  return (name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
