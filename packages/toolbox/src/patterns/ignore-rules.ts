import type { MatchWork } from './match-work.ts'
import { parseSegment, type Segment } from './segment.ts'
import { PatternError } from './pattern-error.ts'

/** Whether a rule set ignores a path, keeps it in spite of other rules, or has no word on it. */
export type IgnoreVerdict = 'ignored' | 'kept' | 'silent'

interface IgnoreRule {
  /** One segment for a rule that matches names at any depth; else the whole path below the rule's folder. */
  readonly segments: readonly (Segment | 'any-depth')[]
  readonly anchored: boolean
  readonly foldersOnly: boolean
  readonly keeps: boolean
}

/** The rules of one ignore file, in the syntax of `.gitignore`. */
export interface IgnoreRules {
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
  let rules: readonly IgnoreRule[] | undefined
  let isReported = false
  return {
    judge(names, depth, isFolder, work) {
      rules ??= rulesOf(source)
      for (const rule of rules) {
        if (rule.foldersOnly && !isFolder) continue
        if (!work.isSpent && ruleMatches(rule, names, depth, work)) return rule.keeps ? 'kept' : 'ignored'
        if (!work.isSpent) continue
        if (!isReported) onCostly()
        isReported = true
        return 'silent'
      }
      return 'silent'
    },
  }
}

/** The last rule first. */
function rulesOf(source: string): IgnoreRule[] {
  const rules = source.split(/\r?\n/).map(parseRule)
  return rules.filter((rule) => rule !== undefined).toReversed()
}

function parseRule(line: string): IgnoreRule | undefined {
  let pattern = trimTrailingSpaces(line)
  if (pattern === '' || pattern.startsWith('#')) return undefined
  const keeps = pattern.startsWith('!')
  if (keeps) pattern = pattern.slice(1)
  const foldersOnly = pattern.endsWith('/')
  if (foldersOnly) pattern = pattern.slice(0, -1)
  const anchored = pattern.includes('/')
  try {
    const segments = pattern
      .replace(/^\//, '')
      .split('/')
      .map((text) => (text === '**' && anchored ? 'any-depth' : parseSegment(text)))
    return { segments, anchored, foldersOnly, keeps }
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

/** Trailing spaces do not count, unless a backslash protects them. */
function trimTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line.charAt(end - 1) === ' ' && !isEscaped(line, end - 1)) end -= 1
  return line.slice(0, end)
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0
  while (line.charAt(at - 1 - slashes) === '\\') slashes += 1
  return slashes % 2 === 1
}

function ruleMatches(rule: IgnoreRule, names: readonly string[], depth: number, work: MatchWork): boolean {
  if (rule.anchored) return pathMatches(rule.segments, names, depth, work)
  const [segment] = rule.segments
  const name = names.at(-1)
  if (segment === undefined || segment === 'any-depth' || name === undefined) return false
  return segment.matches(name, work)
}

/** Matches whole paths; a `**` that fails is retried one name further, and only the last one needs to be. */
function pathMatches(
  segments: readonly (Segment | 'any-depth')[],
  names: readonly string[],
  depth: number,
  work: MatchWork,
): boolean {
  let at = depth
  let index = 0
  let retryIndex = -1
  let retryAt = 0
  for (;;) {
    work.steps += 1
    const segment = segments[index]
    const name = names[at]
    if (segment === 'any-depth') {
      // A trailing `**` stands for what is inside a folder, never for the folder itself.
      if (index === segments.length - 1) return at < names.length
      retryIndex = index
      retryAt = at
      index += 1
    } else if (segment === undefined && name === undefined) {
      return true
    } else if (segment !== undefined && name !== undefined && segment.matches(name, work)) {
      index += 1
      at += 1
    } else {
      if (retryIndex < 0 || retryAt >= names.length || work.isSpent) return false
      retryAt += 1
      at = retryAt
      index = retryIndex + 1
    }
  }
}
