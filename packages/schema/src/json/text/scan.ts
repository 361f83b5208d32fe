import { numberFault } from './number.ts'

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const nine = 0x39

/** No literal of this length or less, without an exponent, loses a digit. */
const safeLength = 15

/** What a text tells that its parsed value no longer does. */
export interface TextFacts {
  /** How many properties are written, duplicates included. */
  readonly keys: number
  /** Whether every number survived parsing. */
  readonly exact: boolean
}

/** Reads a text that the engine's parser accepted once more, linearly, for what parsing hides. */
export function scanText(text: string): TextFacts {
  let keys = 0
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === quote) at = endOfString(text, at)
    else if (unit === colon) {
      keys++
      at++
    } else if (unit === minus || (unit >= zero && unit <= nine)) {
      const end = endOfSafeNumber(text, at)
      if (end > 0) at = end
      else {
        const length = lengthOfNumber(text, at)
        if (numberFault(text.slice(at, at + length)) !== undefined) return { keys, exact: false }
        at += length
      }
    } else at++
  }
  return { keys, exact: true }
}

/** The offset behind a string that begins at `start`; the end of the text where it never ends. */
export function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
  } while (isEscaped(text, end))
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}

/** The offset behind a number that needs no closer look; 0 where it does. */
function endOfSafeNumber(text: string, start: number): number {
  let end = start
  let nonZero = text.charCodeAt(start) !== minus
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end)
    if (unit > zero && unit <= nine) nonZero = true
    else if (unit !== zero && unit !== dot && unit !== minus) {
      // Of the letters only an exponent can stand here.
      if (unit === 0x65 || unit === 0x45) return 0
      break
    }
  }
  return nonZero && end - start <= safeLength ? end : 0
}

const numberText = /[-+.\deE]*/y

function lengthOfNumber(text: string, start: number): number {
  numberText.lastIndex = start
  return numberText.exec(text)?.[0].length ?? 0
}
