import { isProtected } from '@millrace/host'
import { shown } from '@millrace/protocol'
import { nearest } from '@millrace/schema'
import { counts, type CompiledRule } from '../book/compiled-rule.ts'
import type { KeptRule } from '../book/rule-book.ts'
import { readCommand } from '../command/read-command.ts'
import { ruleInWords } from '../judge/judgement.ts'
import { isUnseen } from '../judge/unseen.ts'
import { quoteWord } from '../rules/parse-words.ts'
import { isOnePath, type PathReach } from '../rules/path-reach.ts'
import type { Reach, Rule } from '../rules/rule.ts'
import { aliasOf, isBuiltIn, isOfServer, ruleNamesOf, ruleStartsOf } from '../rules/tool-names.ts'
import { baseName, type WordsReach } from '../rules/words.ts'
import { covers } from './covers.ts'

/** What is known where rules are looked through. */
export interface Surroundings {
  /** Names of the tools that there are; `undefined` where nobody knows. */
  readonly tools: readonly string[] | undefined
  /** What names of tools call the servers that there are, started or not; none where nobody knows. */
  readonly servers?: readonly string[]
  /** The rules that count and ask or deny. */
  readonly strict: readonly CompiledRule[]
  readonly now: () => number
}

/** Those of the rules that ask or deny, and may stand over another. */
export function strictRules(kept: readonly KeptRule[]): CompiledRule[] {
  return kept.flatMap(({ list, compiled, ignored }) =>
    compiled !== undefined && ignored === undefined && list !== 'allow' ? [compiled] : [],
  )
}

/** Why a rule never decides anything; `undefined` where it may. */
export function idleReason(kept: KeptRule, around: Surroundings): string | undefined {
  const { compiled, problem, ignored } = kept
  if (problem !== undefined && kept.list === 'allow') return problem
  if (ignored !== undefined) return ignored
  if (compiled === undefined || compiled.broken !== undefined) return undefined
  if (!counts(compiled, around.now)) return 'it has ended'
  return unknownTool(compiled, around) ?? shadowed(compiled, around) ?? neverMatches(compiled)
}

function unknownTool(
  { rule, list }: CompiledRule,
  { tools, servers = [] }: Surroundings,
): string | undefined {
  if (tools === undefined || rule.tools.length === 0) return undefined
  const known = new Set(tools.flatMap((name) => [...ruleNamesOf(name), ...ruleStartsOf(name)]))
  if (rule.tools.some((name) => known.has(name))) return undefined
  if (rule.tools.some((name) => isOfAbsentServer(name, tools))) return misspeltServer(rule, list, servers)
  // A command touches files and hosts, too.
  if (tools.includes('bash') && rule.reaches.some((reach) => isAboutCommands(reach, rule))) return undefined
  const written = /^[^(]*/.exec(rule.text)?.[0] ?? ''
  const near = nearest(written, tools.map(aliasOf)).map((name) => `"${shown(name)}"`)
  return `no tool is called "${shown(written)}"${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`
}

/** Whether a name is of a server that has no tools here: it may not have been started. */
function isOfAbsentServer(name: string, tools: readonly string[]): boolean {
  const [, server] = /^mcp__((?:(?!__).)+)/i.exec(name) ?? []
  return server !== undefined && !tools.some((tool) => tool.startsWith(`mcp__${server}__`))
}

/** A server that is like none of these may come with a session, or stand in another folder. */
function misspeltServer(
  { text }: Rule,
  list: CompiledRule['list'],
  servers: readonly string[],
): string | undefined {
  const [, name = '', tool = ''] = /^mcp__((?:(?!__)[^(])+)(__[^(]*)?/i.exec(text) ?? []
  // Rules that ask and deny mean names in any case of their letters.
  const spelt = (word: string): string => (list === 'allow' ? word : word.toLowerCase())
  if (servers.some((server) => spelt(server) === spelt(name))) return undefined
  const near = nearest(name, servers).map((server) => shown(`mcp__${server}${tool}`))
  return near.length === 0
    ? undefined
    : `it names no MCP server of this folder; did you mean ${near.join(' or ')}?`
}

function isAboutCommands(reach: Reach, { tools }: Rule): boolean {
  return reach.kind === 'host' ? tools.includes('web_fetch') : reach.kind === 'path' && reach.anyTool
}

/**
 * Why a rule that asks or denies protects nothing: no tool is called so. Tools of servers may still come, and built-in
 * ones are not always there.
 */
export function missedTool({ list, compiled, problem }: KeptRule, around: Surroundings): string | undefined {
  if (list === 'allow' || compiled === undefined || problem !== undefined) return undefined
  const { tools } = compiled.rule
  return tools.some((name) => isOfServer(name) || isBuiltIn(name)) ? undefined : unknownTool(compiled, around)
}

function shadowed(compiled: CompiledRule, { strict, now }: Surroundings): string | undefined {
  if (compiled.list === 'deny') return undefined
  const over = strict.find(
    (other) =>
      other !== compiled &&
      !(compiled.list === 'ask' && other.list === 'ask') &&
      covers(other, compiled) &&
      counts(other, now),
  )
  return over && `${ruleInWords(over)} ${over.list === 'deny' ? 'denies' : 'asks about'} all that it is about`
}

function neverMatches({ list, rule }: CompiledRule): string | undefined {
  for (const reach of rule.reaches) {
    if (rule.reaches.length > 1) return undefined
    if (reach.kind === 'words') return emptyWords(reach, list)
    if (reach.kind === 'path' && list === 'allow') return emptyPath(reach)
  }
  return undefined
}

const runsItsArguments =
  /^(?:ba|z|k|c|da|fi)?sh$|^(?:sudo|doas|su|eval|exec|source|\.|ssh|xargs|parallel|watch|busybox)$/

function emptyWords(reach: WordsReach, list: CompiledRule['list']): string | undefined {
  const { words, tail } = reach
  const [program] = words
  const operator = words.flat().find((word) => /^(?:&&|\|\|?|\d*>>?|<)$/.test(word))
  if (operator !== undefined) {
    return /[<>]/.test(operator)
      ? `"${operator}" is no word of a program; what it changes or reads is a matter of Edit(…) and Read(…)`
      : `"${operator}" joins programs, and a rule is about one; write a rule for each`
  }
  if (!tail) return list === 'allow' ? unseenProgram(reach) : undefined
  if (list !== 'allow' || program?.length !== 1 || words.length > 1) return undefined
  return runsItsArguments.test(baseName(program[0] ?? ''))
    ? `"${shown(program[0] ?? '')}" runs its arguments, so that only a rule without * allows it`
    : undefined
}

/** What such a program runs is no word, so that no rule about its words means it. */
function unseenProgram({ words }: WordsReach): string | undefined {
  if (words.some((word) => word.length > 1)) return undefined
  const text = words.map(([word = '']) => quoteWord(word)).join(' ')
  const reading = readCommand(text, '.')
  if (reading.kind === 'unsure' || !reading.parts.some(isUnseen)) return undefined
  return `what "${shown(text)}" does stands in its input, so that no rule about its words allows it`
}

function emptyPath({ access, pattern }: PathReach): string | undefined {
  if (pattern === undefined || access !== 'write' || !isOnePath(pattern)) return undefined
  const path = pattern.names.flat().join('/')
  if (path === '') return 'it names a folder, and nothing in it; write ** behind it'
  return isProtected(pattern.base === 'disk' ? `/${path}` : `./${path}`)
    ? 'it is protected: changing it always asks'
    : undefined
}
