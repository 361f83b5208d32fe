import type { PermissionMode } from '../contract.ts'
import { moreDecisive, type CompiledRule } from '../book/compiled-rule.ts'
import type { RuleBook } from '../book/rule-book.ts'
import type { RuleIndex } from '../book/rule-index.ts'
import { placeOf, type Place, type Bases } from '../rules/paths.ts'

/** All that a verdict depends on, apart from the call. */
export interface Circumstances {
  readonly book: RuleBook
  /** Standing permissions that count for whoever calls. */
  readonly granted: readonly RuleIndex[]
  /** A rule that is tried out, beside the others. */
  readonly tried?: RuleIndex
  readonly mode: PermissionMode
  /** Whether what the tool of the call starts runs in a sandbox that enforces all that it promises. */
  readonly isSandboxed: boolean
  readonly bases: Bases
  readonly now: () => number
  /** Where a path leads through links, as far as that is known. */
  readonly resolve?: ((path: string) => string | undefined) | undefined
  /** What paths mean, found out once for a judgement, as following links costs. */
  readonly places: Map<string, readonly Place[]>
  /** Paths of which it could not be found out where they lead. */
  readonly unresolved: Set<string>
}

type Lookup = (index: RuleIndex) => CompiledRule | undefined

/** The rule that denies, if one does, else the one that asks. */
export function strictRule({ book }: Circumstances, lookup: Lookup): CompiledRule | undefined {
  return lookup(book.deny) ?? lookup(book.ask)
}

/** The most decisive rule that allows. */
export function allowingRule(
  { book, granted, tried }: Circumstances,
  lookup: Lookup,
): CompiledRule | undefined {
  const kept = granted.reduce((best, index) => better(best, lookup(index)), lookup(book.allow))
  return better(kept, tried && lookup(tried))
}

function better(a: CompiledRule | undefined, b: CompiledRule | undefined): CompiledRule | undefined {
  return a && b ? moreDecisive(a, b) : (a ?? b)
}

/** The places that a path may mean: by its spelling, and, where links lead elsewhere, where they lead. */
export function placesOf(c: Circumstances, path: string): readonly Place[] {
  let places = c.places.get(path)
  if (places === undefined) {
    places = findPlaces(c, path)
    c.places.set(path, places)
  }
  return places
}

function findPlaces({ bases, resolve, unresolved }: Circumstances, path: string): Place[] {
  const spelled = placeOf(path, bases)
  const target = resolve?.(`/${spelled.absolute.join('/')}`)
  if (target === undefined) {
    unresolved.add(path)
    return [spelled]
  }
  const real = placeOf(target, bases)
  return real.spelled === spelled.spelled ? [spelled] : [spelled, real]
}
