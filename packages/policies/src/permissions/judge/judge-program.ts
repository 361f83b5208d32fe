import { shown } from '@millrace/protocol'
import type { CompiledRule } from '../book/compiled-rule.ts'
import type { CommandPart, NamedPath } from '../command/reading.ts'
import { allowingRule, placesOf, strictRule, type Circumstances } from './circumstances.ts'
import { allowed, asks, byRule, strictest, type Judgement } from './judgement.ts'
import { strictHost, judgeHost } from './judge-host.ts'
import { judgePath, strictPath, type Toucher } from './judge-path.ts'
import { baseName } from '../rules/words.ts'
import { isReader } from './readers.ts'
import { isUnseen } from './unseen.ts'
import { withLinks } from './through-links.ts'

/** The command that a program is a part of. */
export interface CommandContext {
  /** The tool that runs it. */
  readonly tool: string
  /** The rule that allows all calls of the tool, if there is one. */
  readonly whole: CompiledRule | undefined
  /** The rule that spells out the program which starts this one. */
  readonly outer?: CompiledRule
}

/** What is decided about one program that a command runs. */
export function judgeProgram(c: Circumstances, read: CommandPart, context: CommandContext): Judgement {
  const part = withLinks(c, read)
  const strict = strictRule(c, (index) => index.ofProgram(context.tool, part.argv, c.now))
  if (strict?.list === 'deny') return byRule(strict)
  const [first, ...rest] = [...(strict ? [byRule(strict)] : []), ...strictTouches(c, part, context.tool)]
  if (first !== undefined) return strictest(first, ...rest)
  const rule = context.whole ?? programRule(c, part, context)
  const ruled = rule && strictest(byRule(rule), ...judgeTouches(c, part, toucherOf(part, context, rule)))
  if (ruled?.verdict === 'allow') return ruled
  const free = withoutRule(c, part)
  // A rule that reaches only so far makes nothing stricter.
  return free.verdict === 'allow' ? free : (ruled ?? free)
}

/** What rules that ask and deny, and protected paths, say of what it touches. */
function strictTouches(c: Circumstances, { argv, paths, hosts }: CommandPart, tool: string): Judgement[] {
  const named = paths.flatMap(({ path, access, pattern, within }) => [
    { path, access, by: { tool, searches: within } },
    ...(pattern
      ? [{ path: folderOfPattern(path), access, by: { tool, searches: within ?? searchesOf(path) } }]
      : []),
  ])
  const ofPaths = named.flatMap(({ path, access, by }) =>
    placesOf(c, path).flatMap((place) => strictPath(c, place, access, by) ?? []),
  )
  const isSweeping = sweeping.has(baseName(argv[0] ?? ''))
  const sweeps = paths.some((touched) => (isSweeping || touched.sweeps) && isAll(c, touched))
  const ofAll = sweeps ? [asks('changes all of the workspace, and with it what is protected')] : []
  return [...ofPaths, ...ofAll, ...hosts.flatMap((host) => strictHost(c, host, 'web_fetch') ?? [])]
}

/** Programs that change whatever lies in a folder that they are given. */
const sweeping = new Set(['chgrp', 'chmod', 'chown', 'find', 'git', 'rm', 'rsync', 'shred'])

function isAll(c: Circumstances, { path, access }: NamedPath): boolean {
  return access === 'write' && placesOf(c, path).some(({ inside, names }) => inside && names.length === 0)
}

/** The folder that the names lie in which a pattern stands for. */
function folderOfPattern(path: string): string {
  const literal = /^[^*?[\]{}!]*/.exec(path)?.[0] ?? ''
  return literal.slice(0, literal.lastIndexOf('/') + 1) || '.'
}

/** Patterns stand for names that begin with a dot only where they say so. */
function searchesOf(pattern: string): 'all' | 'visible' {
  return /(?:^|\/)[.[{][^/]*[*?[\]{}]/.test(pattern) ? 'all' : 'visible'
}

/** A rule that allows the program: one that spells out every word, where its words alone do not tell what it does. */
function programRule(
  c: Circumstances,
  part: CommandPart,
  { tool, outer }: CommandContext,
): CompiledRule | undefined {
  // Not even a rule that spells out every word means what stands in none.
  if (isUnseen(part)) return undefined
  if (outer) return outer
  const { argv, doubt } = part
  const rule = allowingRule(c, (index) => index.ofProgram(tool, argv, c.now))
  return doubt === undefined || rule?.isExact ? rule : undefined
}

/** How far a rule about the program reaches into what it touches. */
function toucherOf(part: CommandPart, { tool, whole }: CommandContext, rule: CompiledRule): Toucher {
  const covered = (): Toucher['covered'] => {
    if (rule === whole) return 'everywhere'
    // Redirections are no words, so that no rule about words means them.
    if (/[<>]/.test(part.text.replaceAll(/\d*>&\d/g, ''))) return 'nowhere'
    if (rule.isExact) return 'everywhere'
    return isReader(part.argv[0] ?? '') ? 'nowhere' : 'workspace'
  }
  return { tool, covered: covered() }
}

function judgeTouches(c: Circumstances, { paths, hosts }: CommandPart, by: Toucher): Judgement[] {
  return [
    ...paths.map((touched) => judgePath(c, touched, by)),
    ...hosts.map((host) => judgeHost(c, host, 'web_fetch', by.covered === 'everywhere')),
  ]
}

function withoutRule(c: Circumstances, { text, doubt }: CommandPart): Judgement {
  const uncertain = doubt !== undefined && isRestricted(c)
  if (!uncertain && c.mode === 'bypass') return allowed('the mode is bypass')
  if (!uncertain && c.isSandboxed) return allowed('runs inside the sandbox')
  const why = doubt === undefined ? '' : `: ${shown(doubt)}`
  return asks(`no rule allows "${shown(text)}"${why}`)
}

/** Whether there are rules that something unread could break. */
export function isRestricted({ book }: Circumstances): boolean {
  return book.deny.isAboutCommands || book.ask.isAboutCommands
}
