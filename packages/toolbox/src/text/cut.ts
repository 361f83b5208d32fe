/** The longest start of a text that has at most `length` UTF-16 units and ends between two code points. */
export function cutEnd(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, wholeBoundary(text, length))
}

/** The position itself, or the one before it where it would split a code point. */
export function wholeBoundary(text: string, at: number): number {
  const splits = isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))
  return splits ? at - 1 : at
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
