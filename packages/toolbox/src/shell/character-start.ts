/** Bytes of the longest character. */
export const longestCharacter = 4

/**
 * Where the character begins that a cut before the byte at `at` would split; `at` itself where it splits none. With
 * `at` at the end of the bytes, that is a character of which more bytes are still missing.
 */
export function characterStart(bytes: Uint8Array, at: number): number {
  if (at < bytes.length && !isContinuation(bytes[at])) return at
  for (let lead = at - 1; lead >= 0 && at - lead < longestCharacter; lead -= 1) {
    const byte = bytes[lead]
    if (isContinuation(byte)) continue
    return lead + lengthBy(byte) > at ? lead : at
  }
  return at
}

/** Where the first character begins in bytes that may start inside one. */
export function firstCharacter(bytes: Uint8Array): number {
  let at = 0
  while (at < longestCharacter - 1 && isContinuation(bytes[at])) at += 1
  return at
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** Length of the character that this byte begins. */
function lengthBy(lead = 0): number {
  if (lead < 0xc2 || lead > 0xf4) return 1
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}
