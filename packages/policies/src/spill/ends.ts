import type { WholeText } from './whole-text.ts'

/** What belongs to the character before it: marks, modifiers of emoji, joiners and tags. */
const extension = /^[\p{M}\p{Emoji_Modifier}\u200d\u{e0020}-\u{e007f}]/u

/** Code points that are looked at for a place where no character is split. */
const longestCharacter = 32

const encoder = new TextEncoder()

/** The start of a text in at most so many bytes of UTF-8. It ends with a line where that costs less than half of it. */
export function headOf(whole: WholeText, maxBytes: number): string {
  const window = whole.first(maxBytes + longestCharacter * 2)
  const end = characterEnd(window, unitsIn(window, maxBytes))
  const lineEnd = window.lastIndexOf('\n', end - 1) + 1
  return window.slice(0, lineEnd * 2 >= end ? lineEnd : end).toWellFormed()
}

/** The end of a text, in the same way. */
export function tailOf(whole: WholeText, maxBytes: number): string {
  const window = whole.last(maxBytes + longestCharacter * 2)
  const start = characterStart(window, unitsBefore(window, maxBytes))
  const lineStart = window.indexOf('\n', start) + 1
  const isNear = lineStart > 0 && (lineStart - start) * 2 <= window.length - start
  return window.slice(isNear ? lineStart : start).toWellFormed()
}

/** Units of a text's start that take at most so many bytes; never half of a code point. */
function unitsIn(text: string, bytes: number): number {
  return encoder.encodeInto(text, new Uint8Array(bytes)).read
}

/** Where the part of a text begins that takes at most so many bytes up to its end. */
function unitsBefore(text: string, bytes: number): number {
  const surplus = Buffer.byteLength(text) - bytes
  if (surplus <= 0) return 0
  const { read, written } = encoder.encodeInto(text, new Uint8Array(surplus))
  return written === surplus ? read : read + String.fromCodePoint(text.codePointAt(read) ?? 0).length
}

/** The place itself, or one before it where it would split what looks like one character. */
function characterEnd(text: string, at: number): number {
  let end = at
  for (let steps = 0; steps < longestCharacter && end > 0; steps += 1) {
    if (!isWithin(text, end)) return end
    end -= (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1
  }
  return at
}

/** The place itself, or one behind it. */
function characterStart(text: string, at: number): number {
  let start = at
  for (let steps = 0; steps < longestCharacter && start < text.length; steps += 1) {
    if (!isWithin(text, start)) return start
    start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1
  }
  return at
}

function isWithin(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return false
  const before = text[at - 1]
  if (before === '\r' && text[at] === '\n') return true
  return before === '\u200d' || extension.test(text.slice(at, at + 2))
}
