import { absoluteOf, beneath, foldedName, type Place, type Bases } from './paths.ts'
import { matchesPieces } from './wildcard.ts'

/** One name of a path pattern: texts between wildcards, or any number of names. */
export type NamePattern = readonly string[] | '**'

/** Paths that a rule is about. */
export interface PathReach {
  readonly kind: 'path'
  readonly access: 'read' | 'write' | 'both'
  /** `undefined` for all paths. */
  readonly pattern: PathPattern | undefined
  /** Whether it is about whatever tool touches them, or only about the tool that it names. */
  readonly anyTool: boolean
}

/** A path with wildcards, resolved. */
export interface PathPattern {
  readonly base: 'workspace' | 'disk'
  readonly names: readonly NamePattern[]
  /** One name alone, such as `.env`: a rule that asks or denies finds it in any folder. */
  readonly floating: boolean
}

/** Where a path pattern cannot be read. */
export interface PathFault {
  readonly problem: string
  readonly at: number
}

/**
 * A path in which `*` stands for any characters of a name and `**` for any folders; a slash at its end for all that is
 * in the folder. Relative to the workspace, absolute, or from `~/` on.
 */
export function parsePath(text: string, bases: Bases): PathPattern | PathFault {
  const strange = /[{}?]/.exec(text)
  if (strange) {
    const [sign] = strange
    const problem = `has "${sign}", which paths in rules do not know: only * and ** are wildcards; write a rule for each`
    return { problem, at: strange.index }
  }
  const back = /\*.*\/\.\.(?:\/|$)/.exec(text)
  if (back)
    return { problem: 'goes back with ".." behind a wildcard; write the path without ".."', at: back.index }
  const absolute = absoluteOf(text.endsWith('/') ? `${text}**` : text, bases)
  const inside = beneath(absolute, bases.root)
  const floating = inside !== undefined && !text.includes('/') && text !== '.' && text !== '**'
  return { base: inside ? 'workspace' : 'disk', names: (inside ?? absolute).map(namePattern), floating }
}

function namePattern(name: string): NamePattern {
  return name === '**' ? '**' : name.replaceAll(/\*+/g, '*').split('*')
}

/** Whether no wildcard is in it. */
export function isOnePath({ names }: PathPattern): boolean {
  return names.every((name) => name !== '**' && name.length === 1)
}

/** The pattern as the least exact disk sees it, for rules that ask or deny. */
export function foldedPath({ base, names, floating }: PathPattern): PathPattern {
  const folded = names.map((name) => (name === '**' ? name : name.map(foldedName)))
  return { base, names: floating ? ['**', ...folded] : folded, floating }
}

/** Whether the path is exactly what the rule says: for rules that allow. */
export function matchesPath(pattern: PathPattern, place: Place): boolean {
  const names = pattern.base === 'disk' ? place.absolute : place.inside ? place.names : undefined
  if (names === undefined) return false
  let states = startOf(pattern)
  for (const name of names) {
    states = stepOf(pattern, states, name)
    if (states.size === 0) return false
  }
  return states.has(pattern.names.length)
}

/** How a path lies to what a rule that asks or denies is about. */
export type Likeness = 'meant' | 'may hold it' | undefined

/**
 * Whether a folded path is what a folded pattern is about, lies in it, or is a folder that may hold something that is.
 * @param names - folded, from where the pattern begins.
 */
export function resemblesPath(pattern: PathPattern, names: readonly string[]): Likeness {
  let states = startOf(pattern)
  for (const name of names) {
    if (states.has(pattern.names.length)) return 'meant'
    states = stepOf(pattern, states, name)
    if (states.size === 0) return undefined
  }
  return states.has(pattern.names.length) ? 'meant' : 'may hold it'
}

// All places in the pattern at once: its cost grows with the pattern and the path, never with their combinations.
function startOf(pattern: PathPattern): Set<number> {
  return withFolders(pattern, new Set(), 0)
}

function stepOf(pattern: PathPattern, states: ReadonlySet<number>, name: string): Set<number> {
  const next = new Set<number>()
  for (const state of states) {
    const expected = pattern.names[state]
    if (expected === '**') withFolders(pattern, next, state)
    else if (expected !== undefined && matchesPieces(expected, name)) withFolders(pattern, next, state + 1)
  }
  return next
}

/** Adds a place, and those after it that any folders may be skipped to. */
function withFolders(pattern: PathPattern, states: Set<number>, from: number): Set<number> {
  let state = from
  states.add(state)
  while (pattern.names[state] === '**') states.add(++state)
  return states
}
