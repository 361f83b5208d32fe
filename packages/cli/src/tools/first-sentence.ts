/** The first sentence of a text: it ends where the next one begins with a capital, or with the text. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+\p{Lu}|\s*$)/su.exec(text)?.[0] ?? text
}
