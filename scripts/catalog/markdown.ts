import MarkdownIt, { type Token } from 'markdown-it'

const markdown = new MarkdownIt({ html: true })

/** A page as the tokens of its blocks, those of a line within its block. */
export function tokensOf(text: string): Token[] {
  return markdown.parse(text, {})
}

/** What a line `<!-- snippet: examples/policy.ts#core -->` names; `undefined` for any other token. */
export function snippetSource({ type, level, content }: Token): string | undefined {
  if (type !== 'html_block' || level > 0) return undefined
  return /^<!-- snippet: (\S+) -->\s*$/.exec(content)?.[1]
}

/** The line of a token, from 1. */
export const lineOf = ({ map }: Token): number => (map?.[0] ?? 0) + 1
