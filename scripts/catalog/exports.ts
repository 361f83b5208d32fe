import { commentFlaws } from './comment-flaws.ts'
import { declarationText, isImplementation } from './declaration-text.ts'
import { docCommentOf, proseOf } from './doc-comment.ts'
import { entryText } from './entry.ts'
import { grouped } from './grouped.ts'
import { sourcesOf, type Sources } from './program.ts'
import { publicExportsOf, type Address, type PassedOn, type PublicExport } from './public-exports.ts'
import type { Written } from './section.ts'

/** A page for each package: what each of its addresses exports. */
export function exportsOfPackages(root: string): Written {
  const sources = sourcesOf(root)
  const { pages, bySymbol } = publicExportsOf(sources)
  return {
    sections: [...pages].map(([id, addresses]) => ({
      page: `api/${id}.md`,
      name: 'exports',
      text: addresses.map((address) => addressText(sources, address)).join('\n\n'),
    })),
    flaws: [...bySymbol.values()].flatMap(({ name, symbol }) =>
      commentFlaws(sources, `the export ${name}`, symbol),
    ),
  }
}

function addressText(sources: Sources, { specifier, described, passedOn }: Address): string {
  return [
    `## \`${specifier}\``,
    ...described.map((exported) => exportText(sources, exported)),
    ...elsewhere(specifier, passedOn),
  ].join('\n\n')
}

function exportText(sources: Sources, { name, heading, symbol }: PublicExport): string {
  const nodes = (symbol.declarations ?? []).filter((node, _, all) => !isImplementation(node, all))
  const declaration = nodes
    .map((node) => declarationText(sources.checker, node))
    .map((text) => (name === symbol.name ? text : text.replace(symbol.name, name)))
    .join('\n')
  const prose = proseOf(docCommentOf(sources.checker, symbol))
  return `### ${heading}\n\n${entryText(sources, { prose, declaration, nodes })}`
}

function elsewhere(specifier: string, passedOn: readonly PassedOn[]): string[] {
  return grouped(passedOn, ({ described }) => described.specifier).map(([from, names]) => {
    const links = names.map(({ name, described }) => {
      const link = `[\`${described.name}\`](${described.link})`
      return name === described.name ? link : `\`${name}\` (${link})`
    })
    return `${from === specifier ? 'Other names' : `From \`${from}\``}: ${links.join(' · ')}`
  })
}
