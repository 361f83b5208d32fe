import { shown } from '@millrace/protocol'
import type { PartVerdict } from '../contract.ts'
import type { Touched, TouchedPath } from '../call/touched.ts'
import type { CompiledRule } from '../book/compiled-rule.ts'
import type { CommandReading } from '../command/reading.ts'
import { aliasOf, isOfServer } from '../rules/tool-names.ts'
import { placeOf } from '../rules/paths.ts'
import { allowingRule, strictRule, type Circumstances } from './circumstances.ts'
import { judgeHost } from './judge-host.ts'
import { judgePath } from './judge-path.ts'
import { isRestricted, judgeProgram, type CommandContext } from './judge-program.ts'
import {
  allowed,
  asks,
  byRule,
  denied,
  partVerdict,
  programPart,
  strictest,
  type Judgement,
} from './judgement.ts'
import { startsUnseen } from './unseen.ts'

/** What is decided about a call, part by part; there is always at least one. */
export type Parts = readonly [PartVerdict, ...PartVerdict[]]

/** Judges all that a call touches. */
export function judgeCall(c: Circumstances, call: Touched): Parts {
  const name = aliasOf(call.tool)
  if (call.fault !== undefined) return [partVerdict(name, denied(call.fault))]
  const strict = strictRule(c, (index) => index.ofTool(call.tool, call.hasEffects, c.now))
  if (strict?.list === 'deny') return [partVerdict(name, byRule(strict))]
  if (c.mode === 'plan' && call.hasEffects) {
    const reason = `the mode is plan, in which nothing is changed: "${shown(name)}" may change something`
    return [partVerdict(name, denied(reason))]
  }
  const whole = allowingRule(c, (index) => index.ofTool(call.tool, call.hasEffects, c.now))
  const touchesNothing = call.paths.length + call.hosts.length + call.commands.length === 0
  const parts = touchesNothing ? [] : touchedParts(c, call, whole)
  if (strict) parts.push(partVerdict(name, byRule(strict)))
  const [first, ...rest] = parts
  return first === undefined ? [partVerdict(name, judgeWhole(c, call, whole))] : [first, ...rest]
}

/** Everything that the call touches; nothing where that does not explain its effects. */
function touchedParts(c: Circumstances, call: Touched, whole: CommandContext['whole']): PartVerdict[] {
  const { tool, hasEffects, paths, hosts, commands } = call
  const ofCommands = commands.flatMap((reading) => judgeReading(c, reading, { tool, whole }))
  const ofPaths = paths.map((path) => {
    const covered = whole !== undefined || isReadToChange(path, paths) ? 'everywhere' : 'nowhere'
    const by = { tool, covered, searches: call.searches } as const
    return { path, verdict: partVerdict(pathPart(c, path), judgePath(c, path, by)) }
  })
  const ofHosts = hosts.map((host) =>
    partVerdict(`${aliasOf(tool)}(domain:${shown(host)})`, judgeHost(c, host, tool, whole !== undefined)),
  )
  // The folder that a command starts in, and what is read to be changed, is worth a word only where that is not allowed.
  const telling = ofPaths
    .filter(
      ({ path, verdict }) =>
        verdict.verdict !== 'allow' || !(commands.length > 0 || isReadToChange(path, paths)),
    )
    .map(({ verdict }) => verdict)
  const explained =
    !hasEffects || commands.length > 0 || hosts.length > 0 || paths.some(({ access }) => access === 'write')
  const rest = explained ? [] : [partVerdict(aliasOf(tool), judgeWhole(c, call, whole))]
  return [...ofCommands, ...telling, ...ofHosts, ...rest]
}

/** Whoever may change a file may read it, unless a rule says otherwise. */
function isReadToChange({ path, access }: TouchedPath, paths: readonly TouchedPath[]): boolean {
  return access === 'read' && paths.some((other) => other.path === path && other.access === 'write')
}

function pathPart(c: Circumstances, { path, access }: TouchedPath): string {
  return `${access === 'write' ? 'Edit' : 'Read'}(${shown(placeOf(path, c.bases).spelled)})`
}

function judgeReading(c: Circumstances, reading: CommandReading, context: CommandContext): PartVerdict[] {
  const name = aliasOf(context.tool)
  if (reading.kind === 'unsure') return [partVerdict(name, judgeUnread(c, reading, context))]
  if (reading.parts.length === 0) return [partVerdict(name, judgeUnread(c, nothingRead, context))]
  // What a program starts follows it; a rule that spells all of it out spells that out, too.
  let outer: { readonly depth: number; readonly rule: CompiledRule } | undefined
  return reading.parts.map((part) => {
    const depth = part.via.length
    if (outer !== undefined && depth <= outer.depth) outer = undefined
    const judgement = judgeProgram(c, part, outer ? { ...context, outer: outer.rule } : context)
    const { rule, verdict } = judgement
    if (verdict === 'allow' && rule?.isExact && !startsUnseen(part)) outer ??= { depth, rule }
    return partVerdict(programPart(name, part.text), judgement, part.via)
  })
}

type Unread = Extract<CommandReading, { kind: 'unsure' }>

const nothingRead: Unread = { kind: 'unsure', reason: 'it runs nothing' }

function judgeUnread(c: Circumstances, { reason, at }: Unread, { whole }: CommandContext): Judgement {
  const restricted = isRestricted(c)
  if (!restricted && whole !== undefined) return byRule(whole)
  if (!restricted && c.mode === 'bypass') return allowed('the mode is bypass')
  if (!restricted && c.isSandboxed) return allowed('runs inside the sandbox')
  const place = at === undefined ? '' : `, at character ${at + 1}`
  return asks(`the command cannot be read: ${shown(reason)}${place}`)
}

/** A call of which only the tool is known. */
function judgeWhole(c: Circumstances, call: Touched, whole: CommandContext['whole']): Judgement {
  if (whole !== undefined) return byRule(whole)
  if (!call.hasEffects) return allowed('changes nothing')
  if (c.mode === 'bypass') return allowed('the mode is bypass')
  const name = shown(call.tool)
  if (call.isUntold) {
    return asks(`tool "${name}" does not say what this call would touch; its arguments may be wrong`)
  }
  // Whether a server has such a tool is known only once it was started.
  const mayBe = call.isKnown || isOfServer(call.tool)
  return asks(mayBe ? `no rule allows the tool "${name}"` : `no tool is called "${name}"`)
}

/** The part that decides. */
export function decisivePart([first, ...rest]: Parts): PartVerdict {
  return strictest(first, ...rest)
}

/** Why a call is asked about or denied, with the part that caused it. */
export function reasonOf(parts: Parts): string {
  const decisive = decisivePart(parts)
  const programs = parts.length
  return programs === 1
    ? decisive.reason
    : `${decisive.reason} (part ${parts.indexOf(decisive) + 1} of ${programs})`
}
