/**
 * How many leading bytes of UTF-8 hold at most `units` UTF-16 units and end between two characters. Bytes that
 * are not valid UTF-8 count as one unit each, which is what they decode to at most.
 */
export function utf8Prefix(bytes: Uint8Array, units: number): number {
  let at = 0
  let left = units
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    const needed = length === 4 ? 2 : 1
    if (needed > left) return at
    left -= needed
    at += length
  }
  return at
}

/** Length of the valid sequence at a position, or 1 for a byte that begins none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0xc2 || lead > 0xf4) return 1
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  const second = bytes[at + 1] ?? 0
  if (second < (lowestSecond.get(lead) ?? 0x80) || second > (highestSecond.get(lead) ?? 0xbf)) return 1
  for (let index = 2; index < length; index += 1) {
    if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 1
  }
  return length
}

// These leads narrow their second byte: no overlong forms, no surrogates, nothing above U+10FFFF.
const lowestSecond: ReadonlyMap<number, number> = new Map([
  [0xe0, 0xa0],
  [0xf0, 0x90],
])
const highestSecond: ReadonlyMap<number, number> = new Map([
  [0xed, 0x9f],
  [0xf4, 0x8f],
])
