import GithubSlugger from 'github-slugger'
import ts from 'typescript-6'
import { isOurs, pathOf, type SourcePackage, type Sources } from './program.ts'

/** Something that a package exports, where it is described: once, on the page of the package that declares it. */
export interface PublicExport {
  readonly name: string
  readonly symbol: ts.Symbol
  /** The address that it is described under: `@millrace/tools/presentation`. */
  readonly specifier: string
  /** Markdown: the kind and the name. */
  readonly heading: string
  /** The page and the anchor, from any page two folders below `docs`: `../api/tools.md#class-toolruntime`. */
  readonly link: string
}

/** Names that an address passes on, and where each is described. */
export interface PassedOn {
  readonly name: string
  readonly described: PublicExport
}

/** One address of a package: what is described under it, and what it only passes on. */
export interface Address {
  readonly specifier: string
  readonly described: readonly PublicExport[]
  readonly passedOn: readonly PassedOn[]
}

/** All that the packages export. */
export interface PublicExports {
  /** The addresses of each package, by its id. */
  readonly pages: ReadonlyMap<string, readonly Address[]>
  readonly bySymbol: ReadonlyMap<ts.Symbol, PublicExport>
}

const known = new WeakMap<Sources, PublicExports>()

/** Finds the home of everything that is exported. */
export function publicExportsOf(sources: Sources): PublicExports {
  const before = known.get(sources)
  if (before !== undefined) return before
  const found = find(sources)
  known.set(sources, found)
  return found
}

interface Exported {
  readonly name: string
  readonly symbol: ts.Symbol
}

function find(sources: Sources): PublicExports {
  const packages = sources.packages.map((one) => ({ id: one.id, lists: listsOf(sources, one) }))
  const homes = homesOf(sources, packages)
  const bySymbol = new Map<ts.Symbol, PublicExport>()
  for (const { id, lists } of packages) {
    const slugger = new GithubSlugger()
    for (const { specifier, names } of lists) {
      slugger.slug(specifier)
      for (const exported of names) {
        const { symbol } = exported
        if (homes.get(symbol) === `${id} ${specifier}` && !bySymbol.has(symbol)) {
          bySymbol.set(symbol, described(id, specifier, exported, slugger))
        }
      }
    }
  }
  return {
    pages: new Map(packages.map(({ id, lists }) => [id, lists.map((list) => addressOf(list, bySymbol))])),
    bySymbol,
  }
}

/** The page and the address of each thing: of the package that declares it, or else of the first that exports it. */
function homesOf(
  sources: Sources,
  packages: readonly { id: string; lists: readonly AddressNames[] }[],
): Map<ts.Symbol, string> {
  const homes = new Map<ts.Symbol, string>()
  for (const atHome of [true, false]) {
    for (const { id, lists } of packages) {
      for (const { specifier, names } of lists) {
        for (const { symbol } of names) {
          if (homes.has(symbol) || (atHome && ownerOf(sources, symbol) !== id)) continue
          homes.set(symbol, `${id} ${specifier}`)
        }
      }
    }
  }
  return homes
}

interface AddressNames {
  readonly specifier: string
  readonly names: readonly Exported[]
}

function listsOf({ checker }: Sources, { addresses }: SourcePackage): AddressNames[] {
  return addresses.map(({ specifier, file }) => {
    const module = checker.getSymbolAtLocation(file)
    const names = (module === undefined ? [] : checker.getExportsOfModule(module)).map((exported) => ({
      name: exported.name,
      symbol: targetOf(checker, exported),
    }))
    return { specifier, names: names.toSorted(ownNameFirst) }
  })
}

/** The symbol that an import or an export names in the end. */
export function targetOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
}

/** By name; other names of the same thing after its own. */
function ownNameFirst(a: Exported, b: Exported): number {
  const isOther = (one: Exported): number => Number(one.name !== one.symbol.name)
  return isOther(a) - isOther(b) || (a.name < b.name ? -1 : 1)
}

function ownerOf({ root }: Sources, { declarations = [] }: ts.Symbol): string | undefined {
  const file = declarations[0]?.getSourceFile()
  return file !== undefined && isOurs(root, file) ? pathOf(root, file).split('/')[1] : undefined
}

function described(
  page: string,
  specifier: string,
  { name, symbol }: Exported,
  slugger: GithubSlugger,
): PublicExport {
  const kind = kindOf(symbol)
  const link = `../api/${page}.md#${slugger.slug(`${kind} ${name}`)}`
  return { name, symbol, specifier, heading: `${kind} \`${name}\``, link }
}

function kindOf({ flags }: ts.Symbol): string {
  if ((flags & ts.SymbolFlags.Class) !== 0) return 'class'
  if ((flags & ts.SymbolFlags.Function) !== 0) return 'function'
  if ((flags & ts.SymbolFlags.Variable) !== 0) return 'const'
  return (flags & ts.SymbolFlags.Interface) === 0 ? 'type' : 'interface'
}

function addressOf(
  { specifier, names }: AddressNames,
  bySymbol: ReadonlyMap<ts.Symbol, PublicExport>,
): Address {
  const found = names.flatMap(({ name, symbol }) => {
    const one = bySymbol.get(symbol)
    return one === undefined
      ? []
      : [{ name, described: one, here: one.specifier === specifier && one.name === name }]
  })
  return {
    specifier,
    described: found.flatMap(({ described: one, here }) => (here ? [one] : [])),
    passedOn: found.filter(({ here }) => !here),
  }
}
