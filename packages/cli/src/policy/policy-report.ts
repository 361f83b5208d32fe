import { counted, span, type Row, type Tone } from '@millrace/cards'
import type { ListedRule, PartVerdict } from '@millrace/policies/permissions'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { shortId } from '../run/session-choice.ts'
import { tableRows, type Cell } from '../table.ts'
import type { JudgedCall } from './judged-call.ts'
import type { PolicyOutcome } from './replay-policy.ts'

/** Prints it as one JSON object. */
export function reportPolicy(outcome: PolicyOutcome, io: Io): void {
  const { session, file, mode, isSandboxed, calls, unused, problems } = outcome
  writeJson(io.stdout, {
    session,
    rules: file.label,
    mode,
    sandbox: isSandboxed ? 'full' : 'none',
    calls: calls.map(callReport),
    summary: summaryOf(calls),
    unused: unused.map(({ list, rule, idle = null }) => ({
      list,
      rule: rule.rule,
      source: rule.place ?? null,
      idle,
    })),
    problems: [...file.problems, ...problems],
  })
}

function callReport({ call, was, would, unjudged, differs }: JudgedCall): object {
  const { number, callId, tool, agent, parent } = call
  return {
    number,
    callId,
    tool,
    ...(agent !== undefined && { agent }),
    ...(parent !== undefined && { parent }),
    was: was === undefined ? null : { verdict: was.verdict, by: was.by, rule: was.rule ?? null },
    would: would === undefined ? null : wouldReport(would),
    ...(unjudged !== undefined && { unjudged }),
    differs,
  }
}

function wouldReport({ verdict, decisive, parts, heldBy }: NonNullable<JudgedCall['would']>): object {
  return {
    verdict,
    ...partReport(decisive),
    ...(heldBy !== undefined && { heldBy }),
    parts: parts.map((part) => ({ verdict: part.verdict, ...partReport(part) })),
  }
}

function partReport({ part, rule, reason }: PartVerdict): object {
  return { part, rule: rule?.rule ?? null, source: rule?.place ?? null, reason }
}

interface Summary {
  readonly calls: number
  readonly differ: number
  readonly same: number
  readonly unjudged: number
  /** How often `allow -> deny` and the like. */
  readonly changes: Readonly<Record<string, number>>
}

function summaryOf(calls: readonly JudgedCall[]): Summary {
  const changes = new Map<string, number>()
  for (const { was, would, differs } of calls) {
    if (!differs || was === undefined || would === undefined) continue
    const change = `${was.verdict} -> ${would.verdict}`
    changes.set(change, (changes.get(change) ?? 0) + 1)
  }
  const differ = calls.filter((call) => call.differs).length
  const unjudged = calls.filter(({ would }) => would === undefined).length
  const same = calls.length - differ - unjudged
  return { calls: calls.length, differ, same, unjudged, changes: Object.fromEntries(changes) }
}

/** Prints it as a table. */
export function showPolicy(outcome: PolicyOutcome, colour: ColourChoice, io: Io): void {
  const { session, file, mode, isSandboxed, calls, unused } = outcome
  const width = columnsOf(io.stdout, io.env)
  const sandbox = isSandboxed ? 'commands as in a full sandbox' : 'commands as without a sandbox'
  writeRows(io.stdout, io, colour, [
    ...tableRows(
      [[[file.label, 'strong'], `on session ${shortId(session)}`, `mode ${mode}`, sandbox]],
      width,
    ),
    [],
    ...(calls.length === 0 ? [[span('no calls', 'quiet')]] : tableRows(calls.map(callLine), width)),
    [],
    ...tableRows([[summaryWords(summaryOf(calls))]], width),
    ...unusedRows(unused, width),
  ])
}

const tones = { allow: 'done', ask: 'waiting', deny: 'denied' } as const satisfies Record<string, Tone>

function callLine({ call, was, would, unjudged, differs }: JudgedCall): Cell[] {
  const before: Cell =
    was === undefined ? ['?', 'quiet'] : [was.verdict, differs ? tones[was.verdict] : 'quiet']
  const number: Cell = [String(call.number).padStart(3), 'quiet']
  if (would === undefined) return [number, call.tool, before, ['', 'quiet'], [unjudged ?? '', 'quiet']]
  const { decisive, verdict } = would
  const after: Cell = [`-> ${verdict}`, differs ? tones[verdict] : 'quiet']
  return [number, call.tool, before, after, decisive.part, ...because(would)]
}

function because({ decisive, heldBy }: NonNullable<JudgedCall['would']>): Cell[] {
  if (heldBy !== undefined) return [`held back by ${heldBy}, as it was`]
  const { rule, layer = '', reason } = decisive
  return rule === undefined ? [[reason, 'quiet']] : [`rule ${rule.rule}`, [rule.place ?? layer, 'quiet']]
}

function summaryWords({ calls, differ, same, unjudged, changes }: Summary): string {
  const kinds = Object.entries(changes).map(([change, number]) => `${number} ${change}`)
  const parts = [
    `${differ} would differ${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`,
    `${same} the same`,
    ...(unjudged > 0 ? [`${unjudged} not judged`] : []),
  ]
  return `${counted(calls, 'call')}: ${parts.join(', ')}`
}

function unusedRows(unused: readonly ListedRule[], width: number): Row[] {
  if (unused.length === 0) return []
  const lines = unused.map(({ list, rule, layer, idle }): Cell[] => [
    [list, tones[list]],
    rule.rule,
    [rule.place ?? layer, 'quiet'],
    ...(idle === undefined ? [] : [`never matches: ${idle}`]),
  ])
  return [[], [span('Rules that decided about none of these calls:', 'quiet')], ...tableRows(lines, width)]
}
