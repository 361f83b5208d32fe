import ts from 'typescript-6'
import { isPublic } from './declaration-text.ts'
import { sourceLink, type Sources } from './program.ts'
import { publicExportsOf, targetOf, type PublicExport } from './public-exports.ts'

/** What an entry of a page tells below its heading. */
export interface Entry {
  /** Such as `Mode: emit`. */
  readonly facts?: string
  readonly prose: string
  readonly declaration: string
  /** What stands for the entry in the sources; its types are named and linked. */
  readonly nodes: readonly ts.Node[]
}

/** An entry as Markdown: its comment, its declaration, its types and where it stands. */
export function entryText(sources: Sources, { facts = '', prose, declaration, nodes }: Entry): string {
  const types = typesIn(sources, nodes).map(({ name, link }) => `[\`${name}\`](${link})`)
  const places = nodes.slice(0, 1).map((node) => `Source: ${sourceLink(sources.root, node)}`)
  return [
    facts,
    prose,
    `\`\`\`typescript\n${declaration}\n\`\`\``,
    types.length === 0 ? '' : `Types: ${types.join(' · ')}`,
    ...places,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Which of our exports a declaration mentions outside of bodies, by name. */
function typesIn(sources: Sources, nodes: readonly ts.Node[]): PublicExport[] {
  const { bySymbol } = publicExportsOf(sources)
  const found = new Set<PublicExport>()
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || (ts.isClassElement(node) && !isPublic(node))) return
    const name = nameIn(node)
    const symbol = name && sources.checker.getSymbolAtLocation(name)
    const exported = symbol && bySymbol.get(targetOf(sources.checker, symbol))
    if (exported !== undefined) found.add(exported)
    ts.forEachChild(node, visit)
  }
  for (const node of nodes) ts.forEachChild(node, visit)
  return [...found].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function nameIn(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName
  if (ts.isExpressionWithTypeArguments(node)) return node.expression
  return ts.isTypeQueryNode(node) ? node.exprName : undefined
}
