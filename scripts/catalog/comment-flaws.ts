import type ts from 'typescript-6'
import { docCommentOf, flawOfComment } from './doc-comment.ts'
import { placeOf, type Sources } from './program.ts'
import type { Flaw } from './section.ts'

/** What is wrong with the comment of something, which messages call by this name. */
export function commentFlaws({ root, checker }: Sources, name: string, symbol: ts.Symbol): Flaw[] {
  const flaw = flawOfComment(symbol.name, docCommentOf(checker, symbol))
  const [node] = symbol.declarations ?? []
  return flaw === undefined || node === undefined
    ? []
    : [{ where: placeOf(root, node), what: `${name} ${flaw}` }]
}
