import type { Card } from '@millrace/cards'

const mostNamed = 5

/** Names the letters outside ASCII of what is asked about: some of them look like others. */
export function unusualLetters({ call, tool }: Card): string[] {
  const unusual = new Set(`${tool} ${call.title}`.match(/\P{ASCII}/gu))
  if (unusual.size === 0) return []
  const named = [...unusual].slice(0, mostNamed).map((each) => `${each} (U+${codeOf(each)})`)
  const more = unusual.size - named.length
  return [`note: not ASCII: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

function codeOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
}
