import { expandBraces } from './braces.ts'
import type { MatchWork } from './match-work.ts'
import { PatternError } from './pattern-error.ts'
import { parseSegment, type Segment } from './segment.ts'

/** Longest pattern that is read, in UTF-16 units. */
const maxPatternLength = 4096

/** Units of all segments with wildcards, and one for each segment: what one name can cost; more comes from braces. */
const maxWeight = 8192

/** A place in the tree of alternatives: the segments that may come next. */
interface Node {
  readonly segment: Segment | 'any-depth'
  readonly next: Map<string, Node>
  /** A name that matches here completes the pattern. */
  complete: boolean
}

/** How far a pattern has matched along a folder's path; opaque. */
export interface GlobProgress {
  readonly nodes: readonly Node[]
}

/** What a pattern says of one name in a folder. */
export type GlobVerdict = 'matches' | 'hidden' | 'differs'

/** What a pattern says of one folder: how to go on inside it, or why not to. */
export type GlobDescent = GlobProgress | 'hidden' | 'differs'

/**
 * A pattern over `/`-separated paths, matched one name at a time while a tree is walked, so that folders which
 * cannot hold a match are never entered. Wildcards do not match a leading dot; `hidden` says that only this
 * stood in the way.
 */
export interface GlobPattern {
  /** Leading names without wildcards, which every match shares; the walk may begin inside them. */
  readonly base: readonly string[]
  /** The whole pattern is `base` and one more exact name. */
  readonly literal: boolean
  /** Progress before the first name. */
  start(): GlobProgress
  /** What the pattern says of a file of this name; what that costs is added to the work. */
  file(progress: GlobProgress, name: string, work: MatchWork): GlobVerdict
  /** What the pattern says of a folder of this name; what that costs is added to the work. */
  folder(progress: GlobProgress, name: string, work: MatchWork): GlobDescent
}

/**
 * Reads a pattern: `*`, `?`, `[…]`, `{a,b}`, `**` as a whole segment for any depth, `\` before any character, and
 * a leading `!` for everything but the rest. A trailing slash means all that is inside.
 * Throws a `PatternError` that says what cannot be read.
 * @param options - with `anyDepth` a pattern without a slash matches names at any depth, as in an ignore file, and
 * not at the top only.
 */
export function parseGlob(source: string, options: { readonly anyDepth?: boolean } = {}): GlobPattern {
  if (source.length > maxPatternLength) {
    throw new PatternError(`it has ${source.length} characters; ${maxPatternLength} are read at most`)
  }
  refuseExtendedGlob(source)
  const isNegated = source.startsWith('!')
  const root: Node = { segment: 'any-depth', next: new Map(), complete: false }
  let weight = 0
  for (const alternative of expandBraces(isNegated ? source.slice(1) : source)) {
    weight += insert(root, segmentsOf(alternative, options.anyDepth === true))
    if (weight > maxWeight) throw new PatternError('its braces stand for too many long patterns')
  }
  return isNegated ? negative(root) : positive(root)
}

function positive(root: Node): GlobPattern {
  const { base, from } = literalBase(root)
  const start: GlobProgress = { nodes: reach([...from.next.values()]) }
  const [only, other] = from.next.values()
  const literal =
    only !== undefined && other === undefined && only.next.size === 0 && literalOf(only) !== undefined
  return { base, literal, start: () => start, file: fileVerdict, folder: descent }
}

/** Everything but what the tree matches; it never prunes, and names with a leading dot stay hidden. */
function negative(root: Node): GlobPattern {
  const start: GlobProgress = { nodes: reach([...root.next.values()]) }
  return {
    base: [],
    literal: false,
    start: () => start,
    file: (progress, name, work) => {
      if (fileVerdict(progress, name, work) !== 'differs') return 'differs'
      return name.startsWith('.') ? 'hidden' : 'matches'
    },
    folder: (progress, name, work) =>
      name.startsWith('.') ? 'hidden' : { nodes: inside(progress, name, work) },
  }
}

/** Adds one plain pattern, and gives the weight of what was not yet there. */
function insert(root: Node, segments: readonly string[]): number {
  let node = root
  let weight = 0
  for (const text of segments) {
    const known = node.next.get(text)
    const segment = known?.segment ?? (text === '**' ? 'any-depth' : parseSegment(text))
    if (known === undefined) weight += 1
    if (known === undefined && segment !== 'any-depth' && segment.literal === undefined) weight += text.length
    const next = known ?? { segment, next: new Map<string, Node>(), complete: false }
    node.next.set(text, next)
    node = next
  }
  if (node === root) throw new PatternError('it is empty')
  node.complete = true
  return weight
}

function segmentsOf(alternative: string, anyDepth: boolean): string[] {
  const segments = alternative.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..')) throw new PatternError('".." has no place in it; put the folder into "path"')
  if (segments.length > 0 && alternative.endsWith('/')) segments.push('**')
  if (anyDepth && !alternative.includes('/')) segments.unshift('**')
  return segments.filter((segment, index) => segment !== '**' || segments[index - 1] !== '**')
}

function literalBase(root: Node): { base: string[]; from: Node } {
  const base: string[] = []
  let from = root
  for (;;) {
    const [only, other] = from.next.values()
    const name = only === undefined || other !== undefined ? undefined : literalOf(only)
    if (only === undefined || name === undefined || only.complete) return { base, from }
    base.push(name)
    from = only
  }
}

function literalOf(node: Node): string | undefined {
  return node.segment === 'any-depth' ? undefined : node.segment.literal
}

/** Adds what stands behind a `**`, because that may also match nothing. */
function reach(nodes: readonly Node[]): Node[] {
  const reached = new Set<Node>()
  const add = (node: Node): void => {
    if (reached.has(node)) return
    reached.add(node)
    if (node.segment === 'any-depth') for (const next of node.next.values()) add(next)
  }
  for (const node of nodes) add(node)
  return [...reached]
}

function fileVerdict(progress: GlobProgress, name: string, work: MatchWork): GlobVerdict {
  work.steps += progress.nodes.length
  const dotted = name.startsWith('.')
  let hidden = false
  for (const node of progress.nodes) {
    if (!node.complete) continue
    if (node.segment !== 'any-depth' && !node.segment.matches(name, work)) continue
    if (!dotted || (node.segment !== 'any-depth' && node.segment.asksForHidden)) return 'matches'
    hidden = true
  }
  return hidden ? 'hidden' : 'differs'
}

function descent(progress: GlobProgress, name: string, work: MatchWork): GlobDescent {
  const dotted = name.startsWith('.')
  const shown = inside(progress, name, work, dotted)
  if (shown.length > 0) return { nodes: shown }
  return dotted && inside(progress, name, work).length > 0 ? 'hidden' : 'differs'
}

/** The nodes that may match next inside a folder of this name. */
function inside(progress: GlobProgress, name: string, work: MatchWork, onlyAsked = false): Node[] {
  const nodes: Node[] = []
  for (const node of progress.nodes) {
    if (node.segment === 'any-depth') {
      if (!onlyAsked) nodes.push(node)
    } else if (
      node.next.size > 0 &&
      (!onlyAsked || node.segment.asksForHidden) &&
      node.segment.matches(name, work)
    ) {
      nodes.push(...node.next.values())
    }
  }
  const reached = reach(nodes)
  work.steps += progress.nodes.length + reached.length
  return reached
}

const extended = /(?<!\\)(?:[!@+]\(|[?*]\([^()]*\|)/

function refuseExtendedGlob(source: string): void {
  const found = extended.exec(source)
  if (found === null) return
  throw new PatternError(
    `"${found[0]}…)" is an extended glob, which is not supported; use {a,b} or a leading "!"`,
  )
}
