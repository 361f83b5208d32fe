import type ts from 'typescript-6'
import { commentFlaws } from './comment-flaws.ts'
import { contextMembersOf, type ContextMember } from './context-members.ts'
import { declarationText, isImplementation, isPublic } from './declaration-text.ts'
import { docCommentOf, proseOf } from './doc-comment.ts'
import { entryText } from './entry.ts'
import { grouped } from './grouped.ts'
import { isOurs, sourcesOf, type Sources } from './program.ts'
import type { Written } from './section.ts'

/** What the packages put on `ctx`, and what can be done with each. */
export function services(root: string): Written {
  const sources = sourcesOf(root)
  const found = contextMembersOf(sources, 'Context').map((service) => ({
    service,
    members: membersOf(sources, service),
  }))
  return {
    sections: grouped(found, ({ service }) => service.packageId).map(([id, entries]) => ({
      page: `packages/${id}.md`,
      name: 'services',
      text: entries
        .toSorted((a, b) => (a.service.name < b.service.name ? -1 : 1))
        .map(({ service, members }) => serviceText(sources, service, members))
        .join('\n\n'),
    })),
    flaws: found.flatMap(({ service, members }) => [
      ...commentFlaws(sources, `ctx.${service.name}`, service.symbol),
      ...members.flatMap((member) => commentFlaws(sources, `ctx.${service.name}.${member.name}`, member)),
    ]),
  }
}

/** The public members of a service that are declared here, its base types included. */
function membersOf({ root, checker }: Sources, { declaration }: ContextMember): ts.Symbol[] {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(declaration))
  return checker.getPropertiesOfType(type).filter(({ name, declarations = [] }) => {
    const [first] = declarations
    return (
      first !== undefined && !name.startsWith('__') && isPublic(first) && isOurs(root, first.getSourceFile())
    )
  })
}

function serviceText(sources: Sources, service: ContextMember, members: readonly ts.Symbol[]): string {
  const { name, doc, declaration } = service
  return [
    `### \`ctx.${name}\``,
    entryText(sources, {
      prose: proseOf(doc),
      declaration: declarationText(sources.checker, declaration),
      nodes: [declaration],
    }),
    ...members.map((member) => memberText(sources, name, member)),
  ].join('\n\n')
}

function memberText(sources: Sources, service: string, member: ts.Symbol): string {
  const { checker } = sources
  const nodes = (member.declarations ?? []).filter((node, _, all) => !isImplementation(node, all))
  const [first] = nodes
  const isCalled =
    first !== undefined && checker.getTypeOfSymbolAtLocation(member, first).getCallSignatures().length > 0
  const entry = entryText(sources, {
    prose: proseOf(docCommentOf(checker, member)),
    declaration: nodes.map((node) => declarationText(checker, node)).join('\n'),
    nodes,
  })
  return `#### \`ctx.${service}.${member.name}${isCalled ? '()' : ''}\`\n\n${entry}`
}
