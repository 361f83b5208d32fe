import type { Within } from '../command/reading.ts'
import { matchesPath, resemblesPath, type NamePattern, type PathPattern } from '../rules/path-reach.ts'
import { foldedName, type Place } from '../rules/paths.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { LiteralTrie } from './literal-trie.ts'

interface Entry {
  readonly pattern: PathPattern
  readonly rule: CompiledRule
}

/** Rules about paths of one list and one kind of access. */
export class PathIndex {
  private readonly isLoose: boolean
  private readonly workspace: Shelf = new Shelf()
  private readonly disk: Shelf = new Shelf()
  private readonly everywhere: CompiledRule[] = []
  private readonly patterns: Entry[] = []

  constructor(isLoose: boolean) {
    this.isLoose = isLoose
  }

  add(pattern: PathPattern | undefined, rule: CompiledRule): void {
    if (pattern === undefined) {
      this.everywhere.push(rule)
      return
    }
    const entry = { pattern, rule }
    this.patterns.push(entry)
    this[pattern.base].add(entry)
  }

  /** Rules about this path; those that allow all paths mean the workspace alone. */
  find(place: Place, found: (rule: CompiledRule) => void): void {
    if (this.isLoose || place.inside) this.everywhere.forEach(found)
    if (this.patterns.length === 0) return
    if (this.isLoose) this.findLoosely(place, found)
    else {
      const test = ({ pattern, rule }: Entry): void => {
        if (matchesPath(pattern, place)) found(rule)
      }
      if (place.inside) this.workspace.near(place.names, test)
      this.disk.near(place.absolute, test)
    }
  }

  private findLoosely(place: Place, found: (rule: CompiledRule) => void): void {
    const look = (shelf: Shelf, names: readonly string[]): void =>
      shelf.near(names, ({ pattern, rule }) => {
        if (resemblesPath(pattern, names) === 'meant') found(rule)
      })
    if (place.inside) look(this.workspace, place.names.map(foldedName))
    look(this.disk, place.absolute.map(foldedName))
  }

  /** Rules about something that may lie in this folder, and is read with it. */
  findWithin(place: Place, within: Within, found: (rule: CompiledRule) => void): void {
    const hidden = within !== 'visible'
    for (const { pattern, rule } of this.patterns) {
      if (pattern.base === 'workspace' && !place.inside) continue
      // In whatever folder it comes to lie, the rule finds it there.
      if (within === 'moved' && pattern.floating) continue
      const names = (pattern.base === 'workspace' ? place.names : place.absolute).map(foldedName)
      if (resemblesPath(pattern, names) !== 'may hold it') continue
      if (hidden || !pattern.names.some((name) => isDotName(name) && !names.includes(name[0] ?? '')))
        found(rule)
    }
  }
}

const isDotName = (name: NamePattern): boolean => name !== '**' && name[0]?.startsWith('.') === true

/** Path patterns by what is literal in them. */
class Shelf {
  private readonly beginnings = new LiteralTrie<Entry>()
  private readonly names = new Map<string, Entry[]>()

  add(entry: Entry): void {
    const { names } = entry.pattern
    const wild = names.findIndex((name) => !isLiteral(name))
    const last = names.at(-1)
    if (wild === 0 && last !== undefined && isLiteral(last)) {
      const [name = ''] = last
      this.names.set(name, [...(this.names.get(name) ?? []), entry])
      return
    }
    const literal = (wild < 0 ? names : names.slice(0, wild)).map(([name = '']) => name)
    this.beginnings.add(literal, entry)
  }

  /** What may match these names, and more. */
  near(names: readonly string[], test: (entry: Entry) => void): void {
    this.beginnings.along(names, test)
    if (this.names.size === 0) return
    for (const name of new Set(names)) this.names.get(name)?.forEach(test)
  }
}

function isLiteral(name: NamePattern): boolean {
  return name !== '**' && name.length === 1
}
