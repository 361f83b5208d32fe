import ts from 'typescript-6'

/** What is written about a declaration. */
export interface DocComment {
  /** What stands before the first tag. */
  readonly text: string
  readonly tags: readonly { readonly name: string; readonly text: string }[]
}

/** The comment of a symbol; one that overrides or implements another may leave the words to it. */
export function docCommentOf(checker: ts.TypeChecker, symbol: ts.Symbol): DocComment {
  return {
    text: unlinked(ts.displayPartsToString(symbol.getDocumentationComment(checker))).trim(),
    tags: symbol
      .getJsDocTags(checker)
      .map(({ name, text }) => ({ name, text: unlinked(ts.displayPartsToString(text)).trim() })),
  }
}

/** A comment as paragraphs and a list of Markdown, or nothing. */
export function proseOf({ text, tags }: DocComment): string {
  const told = tags.flatMap(({ name, text: words }) => {
    const write = writers[name]
    return write === undefined ? [] : [`- ${write(flowing(words))}`]
  })
  return [flowing(text), told.join('\n')].filter((part) => part !== '').join('\n\n')
}

const writers: Readonly<Record<string, ((text: string) => string) | undefined>> = {
  param: (text) => text.replace(/^(\S+)\s*(?:[-–]\s*)?/, '`$1`: '),
  returns: (text) => `Returns ${text}`,
  throws: (text) => `Throws ${text}`,
  default: (text) => `Default: ${text}`,
  deprecated: (text) => `Deprecated: ${text}`,
}

const fewest = 3

/** What is wrong with a comment, for the sentence "the export X ...", or `undefined`. */
export function flawOfComment(name: string, { text, tags }: DocComment): string | undefined {
  const words = wordsOf([text, ...tags.filter((tag) => tag.name !== 'mode').map((tag) => tag.text)].join(' '))
  if (words.length === 0)
    return 'has no doc comment: say what its type does not (units, shape, errors, source)'
  if (words.length < fewest) {
    return `has a doc comment of fewer than ${fewest} words: say what its type does not (units, shape, errors, source)`
  }
  const said = new Set(wordsOf(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')).map(stem))
  return words.every((word) => idle.has(word) || said.has(stem(word)))
    ? 'has a doc comment that only repeats its name: say what its type does not (units, shape, errors, source)'
    : undefined
}

const idle = new Set('a an the of for to is are in on and or this that its it as by with from'.split(' '))

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

const stem = (word: string): string => word.replace(/(?:ies|es|s|ed|ing|er|or|y|e)$/, '')

const unlinked = (text: string): string => text.replaceAll(/\{@link\s+([^}\s|]+)[^}]*\}/g, '`$1`')

/** Lines that belong together on one line, and nothing that a page would take for HTML. */
function flowing(text: string): string {
  return text
    .replaceAll(/[ \t]*\n(?!\s*(?:\n|[-*] |\d+\. ))[ \t]*/g, (_, at: number) =>
      text[at - 1] === '\n' ? '\n' : ' ',
    )
    .replaceAll(/(`+)[\s\S]*?\1|[<{]/g, (part) => (part.length === 1 ? `\\${part}` : part))
}
