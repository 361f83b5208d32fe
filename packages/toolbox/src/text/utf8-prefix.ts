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
  const length = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1
  if (lead < 0xc2 || lead > 0xf4) return 1
  for (let index = 1; index < length; index += 1) {
    const next = bytes[at + index]
    if (next === undefined || (next & 0xc0) !== 0x80) return 1
  }
  return length
}
