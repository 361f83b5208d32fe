/**
 * A text as one part of an address. Half a character has no place in any: it becomes the replacement character, and the address
 * leads to nothing that is there.
 */
export function addressPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
