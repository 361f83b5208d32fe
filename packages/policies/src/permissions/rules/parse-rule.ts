import { shown } from '@millrace/protocol'
import { PermissionError } from '../permission-error.ts'
import { hostReach } from './host-reach.ts'
import { parsePath, type PathReach } from './path-reach.ts'
import type { Bases } from './paths.ts'
import { parseWords } from './parse-words.ts'
import type { Reach, Rule } from './rule.ts'
import { isOfServer, namedTools, serverOf, type NamedTools } from './tool-names.ts'

/** UTF-16 units of a rule at most: what is longer was not written by a person, and nobody can judge it. */
export const longestRule = 500

const nowhere: Bases = { root: [] }

/**
 * Reads a rule: `Bash(git push *)`, `Edit(src/**)`, `WebFetch(domain:example.com)`, `grep`.
 * @param bases - where paths are seen from; without it they are only checked.
 * @param loosely - built-in tools are meant in any case of their letters: for rules that ask or deny.
 * @throws PermissionError `PERMISSION_RULE_INVALID`, with the place and what was expected.
 */
export function parseRule(written: string, bases: Bases = nowhere, loosely = false): Rule {
  const text = written.trim()
  refuseStrange(text)
  const { tool, inner, from } = splitCall(text)
  const named = namedTools(tool, loosely)
  const { names: tools, files } = named
  if (inner === undefined || /^\*{1,2}$/.test(inner)) {
    const reaches: Reach[] = [{ kind: 'all' }]
    if (files) reaches.push({ kind: 'path', access: files, pattern: undefined, anyTool: true })
    return { text, tools, reaches }
  }
  if (isOfServer(tool)) {
    const problem = `is about arguments of a tool of a server, of which rules know nothing; write ${tool} alone`
    throw invalid(text, problem, tool.length)
  }
  return { text, tools, reaches: reachesOf(named, { text, inner, from, bases }, loosely) }
}

/** A tool and what stands behind it in parentheses. */
export interface SplitCall {
  readonly tool: string
  readonly inner: string | undefined
  /** Where the inner text begins. */
  readonly from: number
}

/**
 * Takes `Tool(what)` apart.
 * @throws PermissionError where it is no such thing.
 */
export function splitCall(text: string): SplitCall {
  const tool = toolOf(text)
  if (tool === undefined) {
    throw invalid(
      text,
      'does not begin with the name of a tool, such as Bash, Edit, WebFetch or mcp__server__tool',
      0,
    )
  }
  // All tools of a server, or those of such beginnings, as in Claude Code.
  if (serverOf(tool) !== undefined && text === `${tool}*`)
    return { tool: tool.endsWith('__') ? tool : text, inner: undefined, from: text.length }
  if (tool.length === text.length) return { tool, inner: undefined, from: tool.length }
  if (text[tool.length] === '*') {
    const problem = `has a star where none is read; write the names of tools, mcp__server for all of a server, or mcp__server__get_* for those that begin so`
    throw invalid(text, problem, tool.length)
  }
  if (text[tool.length] !== '(') {
    throw invalid(
      text,
      `goes on after the tool "${tool}" with something else than "("; write ${tool}(…)`,
      tool.length,
    )
  }
  if (!text.endsWith(')')) throw invalid(text, 'has a "(" that no ")" at its end closes', tool.length)
  const from = tool.length + 1
  const inner = text.slice(from, -1)
  if (inner.trim() === '') {
    throw invalid(text, `has nothing in its parentheses; write ${tool} alone for all of its calls`, from)
  }
  return { tool, inner, from }
}

/** The tools that a text may mean that cannot be read; `undefined` where they may be any. */
export function widestToolOf(text: string): string | undefined {
  const tool = toolOf(text)
  return tool === undefined || text[tool.length] !== '*' ? tool : serverOf(tool)
}

/** The name that a text begins with. */
function toolOf(text: string): string | undefined {
  return /^[A-Za-z0-9_.-]{1,128}(?=$|[^A-Za-z0-9_.-])/.exec(text)?.[0]
}

interface Written {
  readonly text: string
  readonly inner: string
  readonly from: number
  readonly bases: Bases
}

function reachesOf({ names, files }: NamedTools, written: Written, loosely: boolean): Reach[] {
  const { text, inner, from } = written
  if (names.includes('bash')) return [wordsOf(written)]
  if (files) {
    const about = { access: files, anyTool: true } as const
    // Claude Code means the project by a first slash, and the disk by two; a denial counts for both.
    if (inner.startsWith('//')) return [pathOf({ ...written, inner: inner.slice(1) }, about)]
    const ofProject =
      loosely && /^\/./.test(inner) ? [pathOf({ ...written, inner: inner.slice(1) }, about)] : []
    return [pathOf(written, about), ...ofProject]
  }
  if (inner.startsWith('domain:')) {
    const host = hostReach(inner.slice('domain:'.length).trim())
    if (host) return [host]
    throw invalid(
      text,
      'names no host behind "domain:"; write domain:example.com, domain:*.example.com or domain:example.com:8080',
      from + 'domain:'.length,
    )
  }
  if (names.some((name) => name.startsWith('web_'))) {
    throw invalid(text, `names no host; write domain:example.com in the parentheses`, from)
  }
  const path = pathOf(written, { access: 'both', anyTool: false })
  return names.some((name) => name === 'grep' || name === 'glob') ? [path] : [wordsOf(written), path]
}

function wordsOf({ text, inner, from }: Written): Reach {
  const words = parseWords(inner)
  if ('problem' in words) throw invalid(text, words.problem, from + words.at)
  return words
}

function pathOf(
  { text, inner, from, bases }: Written,
  about: Pick<PathReach, 'access' | 'anyTool'>,
): PathReach {
  const pattern = parsePath(inner.trim(), bases)
  if ('problem' in pattern) throw invalid(text, pattern.problem, from + pattern.at)
  return { kind: 'path', pattern, ...about }
}

function refuseStrange(text: string): void {
  if (text === '') throw invalid(text, 'is empty; write a tool, such as Bash(git status)', 0)
  if (text.length > longestRule) {
    throw invalid(text, `is longer than ${longestRule} characters; write a shorter rule`, longestRule)
  }
  const strange = /[\p{Control}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}]/u.exec(text)
  if (strange) throw invalid(text, 'has a line break or another control character in it', strange.index)
}

function invalid(text: string, problem: string, at: number): PermissionError {
  const message = `the rule "${shown(text)}" ${problem} (at character ${at + 1})`
  return new PermissionError('PERMISSION_RULE_INVALID', text, message, at)
}
