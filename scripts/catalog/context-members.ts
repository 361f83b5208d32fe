import ts from 'typescript-6'
import { docCommentOf, type DocComment } from './doc-comment.ts'
import { pathOf, type Sources } from './program.ts'

/** A member of an interface of Cordis that a package declares beside its own sources. */
export interface ContextMember {
  readonly name: string
  /** Whose pages it stands on. */
  readonly packageId: string
  readonly symbol: ts.Symbol
  readonly declaration: ts.TypeElement
  readonly doc: DocComment
}

/** What the packages merge into `Context`, which is services, or into `Events`; in the order of the sources. */
export function contextMembersOf(sources: Sources, name: 'Context' | 'Events'): ContextMember[] {
  return sources.files
    .flatMap((file) => file.statements)
    .flatMap((statement) => (isCordis(statement) ? statement.body.statements : []))
    .flatMap((statement) =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name ? statement.members : [],
    )
    .flatMap((member) => memberOf(sources, member))
}

/** The names of all events, those that Cordis declares itself among them. */
export function eventNames(sources: Sources): ReadonlySet<string> {
  const { checker } = sources
  const [first] = contextMembersOf(sources, 'Events')
  const owner =
    first && checker.getSymbolAtLocation((first.declaration.parent as ts.InterfaceDeclaration).name)
  const all = owner === undefined ? [] : checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(owner))
  return new Set(all.map(({ name }) => name))
}

function isCordis(node: ts.Statement): node is ts.ModuleDeclaration & { readonly body: ts.ModuleBlock } {
  return (
    ts.isModuleDeclaration(node) &&
    ts.isStringLiteral(node.name) &&
    node.name.text === '@deepseek-ai/cordis' &&
    node.body !== undefined &&
    ts.isModuleBlock(node.body)
  )
}

function memberOf({ root, checker }: Sources, declaration: ts.TypeElement): ContextMember[] {
  const symbol = declaration.name && checker.getSymbolAtLocation(declaration.name)
  if (symbol === undefined) return []
  const [, packageId = ''] = pathOf(root, declaration.getSourceFile()).split('/')
  return [{ name: symbol.name, packageId, symbol, declaration, doc: docCommentOf(checker, symbol) }]
}
