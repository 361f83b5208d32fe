const end = /[.!?](?=\s|$)|\n\s*\n/

/** Tools whose first sentence is longer do not say it in one. In UTF-16 units. */
const longest = 160

/** The first sentence of a description on one line, without its full stop; cut where it is long. */
export function firstSentence(description: string): string {
  // What is needed of it is near its beginning, however long it is.
  const start = description.slice(0, 16 * longest).trim()
  const at = start.search(end)
  const sentence = (at < 0 ? start : start.slice(0, at)).replaceAll(/\s+/g, ' ').toWellFormed()
  if (sentence.length <= longest) return sentence
  const cut = sentence.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).toWellFormed()}…`
}
