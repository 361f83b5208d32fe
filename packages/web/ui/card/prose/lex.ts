import { Lexer, type Token } from 'marked'

/** What a part of a message says, as a parser of Markdown reads it; `undefined` where it is to stand as it was written. */
export type Lex = (text: string) => readonly Token[] | undefined

/** Reads one part. The grammar of GitHub, of which only an allow-list is shown. */
export const lex: Lex = (text) => {
  try {
    return Lexer.lex(text, { gfm: true, breaks: false })
  } catch (error) {
    // Thousands of quotes within each other exhaust the stack of the parser.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
