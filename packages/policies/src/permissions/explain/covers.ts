import type { CompiledRule } from '../book/compiled-rule.ts'
import type { HostReach } from '../rules/host-reach.ts'
import type { NamePattern, PathPattern } from '../rules/path-reach.ts'
import { foldedName } from '../rules/paths.ts'
import type { Reach } from '../rules/rule.ts'
import { nameOf } from '../rules/tool-names.ts'
import type { WordPattern, WordsReach } from '../rules/words.ts'

/**
 * Whether a rule that asks or denies is about all that another rule is about. Where that is hard to tell the answer is
 * no.
 */
export function covers(strict: CompiledRule, other: CompiledRule): boolean {
  if (
    !other.rule.tools.every(
      (tool) => strict.rule.tools.includes(tool) || strict.rule.tools.includes(nameOf(tool)),
    )
  ) {
    return false
  }
  return other.rule.reaches.every((reach) => strict.rule.reaches.some((wide) => reaches(wide, reach)))
}

function reaches(wide: Reach, narrow: Reach): boolean {
  if (wide.kind === 'all') return true
  if (wide.kind === 'words' && narrow.kind === 'words') return wordsCover(wide, narrow)
  if (wide.kind === 'host' && narrow.kind === 'host') return hostCovers(wide, narrow)
  if (wide.kind !== 'path' || narrow.kind !== 'path') return false
  if (narrow.access !== wide.access && wide.access !== 'both') return false
  if (wide.pattern === undefined) return true
  return narrow.pattern !== undefined && pathCovers(wide.pattern, narrow.pattern)
}

function hostCovers(wide: HostReach, narrow: HostReach): boolean {
  const isBelow = narrow.name === wide.name || narrow.name.endsWith(`.${wide.name}`)
  return isBelow && (wide.port === undefined || wide.port === '*' || wide.port === narrow.port)
}

function wordsCover(wide: WordsReach, narrow: WordsReach): boolean {
  const isLong = wide.tail || (!narrow.tail && wide.words.length === narrow.words.length)
  return isLong && wide.words.every((word, index) => wordCovers(word, narrow.words[index]))
}

function wordCovers(wide: WordPattern, narrow: WordPattern | undefined): boolean {
  if (narrow === undefined) return false
  const isAny = wide.length === 2 && wide.every((piece) => piece === '')
  return isAny || same(wide, narrow)
}

/** The folder of the one is above, or the same as, that of the other. */
function pathCovers(wide: PathPattern, narrow: PathPattern): boolean {
  const [only] = wide.names
  if (wide.floating) return only !== undefined && narrow.names.some((name) => sameName(only, name))
  if (wide.base !== narrow.base) return false
  const names = wide.names.at(-1) === '**' ? wide.names.slice(0, -1) : wide.names
  return names.length <= narrow.names.length && sameNames(names, narrow.names.slice(0, names.length))
}

function sameNames(a: readonly NamePattern[], b: readonly NamePattern[]): boolean {
  return a.length === b.length && a.every((name, index) => sameName(name, b[index]))
}

function sameName(a: NamePattern, b: NamePattern | undefined): boolean {
  if (b === undefined || a === '**' || b === '**') return a === b
  return same(a.map(foldedName), b.map(foldedName))
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((piece, index) => piece.toLowerCase() === b[index]?.toLowerCase())
}
