/**
 * A text as one part of an address. Half a character has no place in any: it becomes the replacement character, and the address
 * leads to nothing that is there.
 */
export function addressPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** The text that a part of an address stands for; one that nobody wrote as such stands for itself. */
export function textOfPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
