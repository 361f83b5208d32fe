import type { MatchWork } from './match-work.ts'
import { PatternError } from './pattern-error.ts'
import { checkWildcards, matchWildcards } from './wildcards.ts'

const slash = 0x2f

/** Whether a rule set ignores a path, keeps it in spite of other rules, or has no word on it. */
export type IgnoreVerdict = 'ignored' | 'kept' | 'silent'

/** The rules of one ignore file, in the syntax of `.gitignore`. */
export interface IgnoreRules {
  /** Whether every reader of such files takes them alike: no escapes, rare wildcards or spaces at the end. */
  readonly isPlain: boolean
  /**
   * The verdict of the last rule that matches. Rules that are left once the work is spent are not asked.
   * @param names - the path's names from the workspace root on.
   * @param depth - how many of them lead to the folder of the ignore file.
   * @param isFolder - whether the path is a folder.
   * @param work - what the rules may cost, to which their cost is added.
   */
  judge(names: readonly string[], depth: number, isFolder: boolean, work: MatchWork): IgnoreVerdict
}

/**
 * Reads an ignore file, when it is first asked: of many large ones that arrive together each then takes its turn.
 * A line that is no valid pattern matches nothing, as in git.
 * @param onCostly - told once, when rules could not be asked about a path because the work was spent.
 */
export function parseIgnoreRules(source: string, onCostly: () => void = () => {}): IgnoreRules {
  let rules: readonly number[] | undefined
  let isReported = false
  return {
    get isPlain() {
      return isPlain(source)
    },
    judge(names, depth, isFolder, work) {
      rules ??= rulesOf(source)
      for (let index = rules.length - 3; index >= 0; index -= 3) {
        const flags = rules[index + 2] ?? 0
        if ((flags & foldersOnly) !== 0 && !isFolder) continue
        const [from = 0, to = 0] = [rules[index], rules[index + 1]]
        if (!work.isSpent && ruleMatches(source, from, to, flags, names, depth, work)) {
          return (flags & keeps) !== 0 ? 'kept' : 'ignored'
        }
        if (!work.isSpent) continue
        if (!isReported) onCostly()
        isReported = true
        return 'silent'
      }
      return 'silent'
    },
  }
}

const plainSegment =
  /^(?:\*\*|(?:\*(?!\*)|[\w.+@~#=,()$&';%-]| (?!$)|\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[\w.])+\])+)$/

function isPlain(source: string): boolean {
  return source.split(/\r?\n/).every((line) => {
    if (line === '' || line.startsWith('#')) return true
    const segments = line.replace(/^!/, '').replace(/^\//, '').replace(/\/$/, '').split('/')
    return segments.at(-1) !== '**' || segments.length > 1 ? segments.every(isPlainSegment) : false
  })
}

function isPlainSegment(segment: string): boolean {
  return plainSegment.test(segment) && !/^\.+$/.test(segment)
}

/** The rule is a path below its folder, and no name at any depth. */
const anchored = 1
const foldersOnly = 2
/** What matches is not ignored. */
const keeps = 4

/**
 * Three numbers for each rule: where its pattern begins and ends in the source, and its flags. No object is made for
 * one: collecting those of a large file took longer than all else that was done with them.
 */
function rulesOf(source: string): number[] {
  const rules: number[] = []
  for (let start = 0; start < source.length;) {
    const feed = source.indexOf('\n', start)
    const next = feed < 0 ? source.length + 1 : feed + 1
    addRule(rules, source, start, feed > start && source.charAt(feed - 1) === '\r' ? feed - 1 : next - 1)
    start = next
  }
  return rules
}

function addRule(rules: number[], source: string, start: number, stop: number): void {
  let from = start
  let to = withoutTrailingSpaces(source, start, stop)
  let flags = 0
  if (from === to || source.charAt(from) === '#') return
  if (source.charAt(from) === '!') {
    flags |= keeps
    from += 1
  }
  if (to > from && source.charAt(to - 1) === '/') {
    flags |= foldersOnly
    to -= 1
  }
  if (hasSlash(source, from, to)) flags |= anchored
  if (source.charAt(from) === '/' && from < to) from += 1
  if (isValid(source, from, to)) rules.push(from, to, flags)
}

function isValid(source: string, from: number, to: number): boolean {
  try {
    for (const segment of source.slice(from, to).split('/')) checkWildcards(segment)
    return true
  } catch (error) {
    if (error instanceof PatternError) return false
    throw error
  }
}

function hasSlash(source: string, from: number, to: number): boolean {
  return segmentEnd(source, from, to) < to
}

/** Where the segment that begins at a position ends: at a slash, or with the pattern. */
function segmentEnd(source: string, from: number, to: number): number {
  let at = from
  while (at < to && source.charCodeAt(at) !== slash) at += 1
  return at
}

/** Trailing spaces do not count, unless a backslash protects them. */
function withoutTrailingSpaces(source: string, start: number, stop: number): number {
  let end = stop
  while (end > start && source.charAt(end - 1) === ' ' && !isEscaped(source, start, end - 1)) end -= 1
  return end
}

function isEscaped(source: string, start: number, at: number): boolean {
  let slashes = 0
  while (at - 1 - slashes >= start && source.charAt(at - 1 - slashes) === '\\') slashes += 1
  return slashes % 2 === 1
}

function ruleMatches(
  source: string,
  from: number,
  to: number,
  flags: number,
  names: readonly string[],
  depth: number,
  work: MatchWork,
): boolean {
  if ((flags & anchored) !== 0) return pathMatches(source, from, to, names, depth, work)
  const name = names.at(-1)
  return name !== undefined && matchWildcards(source, from, to, name, work)
}

/** Matches whole paths; a `**` that fails is retried one name further, and only the last one needs to be. */
function pathMatches(
  source: string,
  from: number,
  to: number,
  names: readonly string[],
  depth: number,
  work: MatchWork,
): boolean {
  let at = depth
  let index = from
  let retryIndex = -1
  let retryAt = 0
  for (;;) {
    work.steps += 1
    const isDone = index > to
    const end = isDone ? index : segmentEnd(source, index, to)
    const name = names[at]
    if (!isDone && end - index === 2 && source.startsWith('**', index)) {
      // A trailing `**` stands for what is inside a folder, never for the folder itself.
      if (end === to) return at < names.length
      index = end + 1
      retryIndex = index
      retryAt = at
    } else if (isDone && name === undefined) {
      return true
    } else if (!isDone && name !== undefined && matchWildcards(source, index, end, name, work)) {
      index = end + 1
      at += 1
    } else {
      if (retryIndex < 0 || retryAt >= names.length || work.isSpent) return false
      retryAt += 1
      at = retryAt
      index = retryIndex
    }
  }
}
