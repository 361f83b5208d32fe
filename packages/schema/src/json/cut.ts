const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** The first `length` UTF-16 units of a text at most, never ending inside a code point. */
export function headOf(text: string, length: number): string {
  if (text.length <= length) return text
  const split = isHigh(text.charCodeAt(length - 1)) && isLow(text.charCodeAt(length))
  return text.slice(0, split ? length - 1 : length)
}

/** The last `length` UTF-16 units of a text at most, never beginning inside a code point. */
export function tailOf(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.length - length
  const split = isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1))
  return text.slice(split ? start + 1 : start)
}

/** A text cut to `length` units, with a mark where something was left out. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${headOf(text, length - 1)}…`
}
