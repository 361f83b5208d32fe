import { manifestsBelow } from '../manifests.ts'
import type { Flaw, Written } from './section.ts'
import { code, prose, table, verbatim } from './table.ts'

/** What a manifest says of a package's place among the others. */
interface Member {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Packages of the workspace that it imports, by id. */
  readonly imports: readonly string[]
  readonly others: readonly string[]
  /** Packages that it uses where somebody has installed them. */
  readonly optional: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly description?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The packages, what they import, and the layers that this comes to, from their manifests. */
export function packageGraph(root: string): Written {
  const members = membersOf(root)
  const page = 'reference/packages.md'
  return {
    sections: [
      { page, name: 'layers', text: drawing(layersOf(members)) },
      { page, name: 'packages', text: packageTable(members) },
    ],
    flaws: members.flatMap(undescribed),
  }
}

function membersOf(root: string): Member[] {
  const manifests = manifestsBelow<Manifest>(root)
  const idOf = new Map(manifests.map(({ id, manifest }) => [manifest.name, id]))
  return manifests.map(({ id, manifest }) => {
    const {
      name,
      description = '',
      dependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = manifest
    const isOptional = (dependency: string): boolean => peerDependenciesMeta[dependency]?.optional === true
    const all = [...new Set(Object.keys({ ...dependencies, ...peerDependencies }))].toSorted()
    return {
      id,
      name,
      description,
      imports: all.flatMap((dependency) => idOf.get(dependency) ?? []).toSorted(),
      others: all.filter((dependency) => !idOf.has(dependency) && !isOptional(dependency)),
      optional: all.filter(isOptional),
    }
  })
}

/** Each package stands one layer above the highest that it imports. The lowest layer first. */
function layersOf(members: readonly Member[]): string[][] {
  const layers: string[][] = []
  let rest = members
  while (rest.length > 0) {
    const settled = new Set(layers.flat())
    const next = rest.filter(({ imports }) => imports.every((id) => settled.has(id)))
    if (next.length === 0)
      throw new Error(`packages import each other in a circle: ${rest.map(({ id }) => id).join(', ')}`)
    layers.push(next.map(({ id }) => id))
    rest = rest.filter((member) => !next.includes(member))
  }
  return layers
}

function drawing(layers: readonly (readonly string[])[]): string {
  const rows = layers.map((ids, layer) => `${layer}  ${ids.join('   ')}`).toReversed()
  const width = Math.max(...rows.map(({ length }) => length))
  return verbatim(rows.join(`\n${'-'.repeat(width)}\n`))
}

function packageTable(members: readonly Member[]): string {
  const linked = (ids: readonly string[]): string =>
    ids.map((id) => `[${id}](../packages/${id}.md)`).join(', ')
  const named = (names: readonly string[]): string => names.map(code).join(', ')
  const header = ['package', 'what it is for', 'imports', 'imported by', 'other dependencies', 'optional']
  const rows = members.map(({ id, name, description, imports, others, optional }) => [
    `[${code(name)}](../packages/${id}.md)`,
    prose(description),
    linked(imports),
    linked(members.filter((other) => other.imports.includes(id)).map((other) => other.id)),
    named(others),
    named(optional),
  ])
  return table(header, rows)
}

function undescribed({ id, description }: Member): Flaw[] {
  const where = `packages/${id}/package.json`
  return description === '' ? [{ where, what: 'has no description, which the table of packages needs' }] : []
}
