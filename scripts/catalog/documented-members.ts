import ts from 'typescript-6'
import { docCommentOf } from './doc-comment.ts'
import { placeOf, sourcesOf } from './program.ts'
import type { Flaw } from './section.ts'

/** What the doc comments of a constant say, by member. */
export interface DocumentedMembers {
  readonly documents: ReadonlyMap<string, string>
  readonly flaws: readonly Flaw[]
}

/** The doc comments of the members of an exported constant: at the object itself, or at its declared type. */
export function documentedMembers(root: string, path: string, name: string): DocumentedMembers {
  const sources = sourcesOf(root)
  const { checker } = sources
  const module = sources.file(path)
  const declaration = module?.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((each) => ts.isIdentifier(each.name) && each.name.text === name)
  if (declaration === undefined) throw new Error(`${path}: there is no constant "${name}"`)
  const members = checker
    .getTypeAtLocation(declaration)
    .getProperties()
    .map((member) => {
      const { text } = docCommentOf(checker, member)
      return { name: member.name, text, node: member.valueDeclaration ?? declaration }
    })
  return {
    documents: new Map(members.map((member) => [member.name, member.text])),
    flaws: members
      .filter(({ text }) => text === '')
      .map((member) => ({
        where: placeOf(root, member.node),
        what: `has no doc comment on "${member.name}", which the reference shows: say what it means, and in which unit`,
      })),
  }
}
