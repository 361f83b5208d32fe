/** What is looked for, with no regard to capitals; `undefined` where nothing is. Each use of it starts anew. */
export function soughtIn(words: string): RegExp | undefined {
  const trimmed = words.trim()
  if (trimmed === '') return undefined
  const escaped = trimmed.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(escaped.replaceAll(/\s+/g, String.raw`\s+`), 'giu')
}
