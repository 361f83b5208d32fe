const charactersPerToken = 3

/**
 * At most how many tokens a text has: a third of its ASCII characters, and every byte of the others in UTF-8. Tokenizers
 * of today need fewer for names, code and prose; of digits and letters without sense they may need more.
 */
export function estimatedTokens(text: string): number {
  const bytes = Buffer.byteLength(text)
  if (bytes === text.length) return Math.ceil(bytes / charactersPerToken)
  const others = text.replaceAll(/[\0-\x7f]+/g, '')
  const otherBytes = Buffer.byteLength(others)
  return Math.ceil((bytes - otherBytes) / charactersPerToken) + otherBytes
}
