import { span, type Row } from '@millrace/cards'
import { isHarnessError } from '@millrace/protocol'
import type { ListedRule, PartVerdict, Verdict } from '@millrace/policies/permissions'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows, type Cell } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import type { Workspace } from '../workspace.ts'
import { verdictOn } from './verdict-on.ts'

/** A call to be judged without making it. */
export interface TestRequest {
  /** In the spelling of rules: `Bash(npm test)`. */
  readonly call: string
  /** Whether everything that was looked at is told. */
  readonly isLong: boolean
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/**
 * Says what would happen to a call, part by part, and because of what.
 * @throws UsageError where the text is no call.
 */
export async function testCall(
  { call, isLong, asJson, colour }: TestRequest,
  workspace: Workspace,
  settings: LoadedSettings,
  io: Io,
): Promise<void> {
  const verdict = await judged(call, workspace)
  if (asJson) return writeJson(io.stdout, testReport(call, verdict, settings))
  const width = columnsOf(io.stdout, io.env)
  writeRows(io.stdout, io, colour, [
    ...partRows(verdict, isLong, width),
    ...(verdict.parts.length > 1 ? overall(verdict, width) : []),
    ...(isLong ? details(verdict, workspace, settings, width) : []),
  ])
}

async function judged(call: string, workspace: Workspace): Promise<Verdict> {
  try {
    return await verdictOn(call, workspace)
  } catch (error) {
    if (!isHarnessError(error)) throw error
    if (error.code.startsWith('SANDBOX_')) throw new UsageError(error.message, [], error.code)
    if (!error.code.startsWith('PERMISSION_')) throw error
    throw new UsageError(
      error.message,
      ["for example: millrace permissions test 'Bash(git status)'"],
      error.code,
    )
  }
}

const tones = { allow: 'done', ask: 'waiting', deny: 'denied' } as const

/** `deny  Bash(git push origin main)  rule Bash(git push *)  millrace.jsonc:14  via wrapper sudo  reason "…"` */
function partLine({ part, verdict, rule, layer, reason, via = [] }: PartVerdict, named: boolean): Cell[] {
  const because: readonly Cell[] =
    rule === undefined ? [reason] : [`rule ${rule.rule}`, [rule.place ?? layer ?? '', 'quiet']]
  return [
    [verdict, tones[verdict]],
    ...(named ? [[part, 'strong'] as const] : []),
    ...because,
    ...(via.length === 0 ? [] : [`via wrapper ${via.join(', ')}`]),
    ...(rule?.reason === undefined ? [] : [`reason "${rule.reason}"`]),
  ]
}

/** The parts, each with the rules that lost against what decided it. */
function partRows({ parts }: Verdict, isLong: boolean, width: number): Row[] {
  const isNamed = parts.length > 1 || isLong
  const rows = tableRows(
    parts.map((part) => partLine(part, isNamed)),
    width,
  )
  // A table too wide for the screen takes several rows for a part, so that remarks stand below all of them.
  const remarks = parts.flatMap(({ part, overruled = [] }) =>
    overruled.map((lost): Cell[] => [['warn', 'waiting'], `${overruledWords(lost)} for ${part}`]),
  )
  return [...rows, ...tableRows(remarks, width)]
}

/** `Bash(git *) allow millrace.jsonc:9 can never win over what is stricter` */
function overruledWords({ rule, list, layer }: ListedRule): string {
  return `${rule.rule} ${list} ${rule.place ?? layer} can never win over what is stricter`
}

function overall({ verdict, decisive }: Verdict, width: number): Row[] {
  return [
    [],
    ...tableRows([[[verdict, tones[verdict]], `the call as a whole, because of ${decisive.part}`]], width),
  ]
}

function details(
  { parts, suggestions }: Verdict,
  { ctx }: Workspace,
  settings: LoadedSettings,
  width: number,
): Row[] {
  const { mode, sandbox } = settings.effective
  const found = ctx.get('sandbox')
  const kept = found === undefined ? '' : `: ${found.enforcement} (${found.backend})`
  return [
    [],
    ...parts.flatMap(({ part, reason }) => tableRows([[[part, 'strong'], reason]], width)),
    [],
    ...tableRows(
      [
        ['mode', mode.value, [mode.source, 'quiet']],
        ['sandbox', `${sandbox.value}${kept}`, [sandbox.source, 'quiet']],
        ...settings.files.map(({ place, counts }): Cell[] => ['rules of', place.label, [counts, 'quiet']]),
      ],
      width,
    ),
    ...(suggestions.length === 0
      ? []
      : [
          [],
          [span('Rules that would allow it, the narrowest first:')],
          ...tableRows(
            suggestions.map((rules) => [`  ${rules.join(' and ')}`]),
            width,
          ),
        ]),
  ]
}

function testReport(
  call: string,
  { verdict, decisive, parts, suggestions }: Verdict,
  settings: LoadedSettings,
): object {
  const { mode, sandbox } = settings.effective
  return {
    call,
    verdict,
    decisive: partReport(decisive),
    parts: parts.map(partReport),
    suggestions,
    mode,
    sandbox,
  }
}

function partReport({ part, verdict, rule, layer, reason, via = [], overruled = [] }: PartVerdict): object {
  return {
    part,
    verdict,
    rule: rule?.rule ?? null,
    source: rule?.place ?? null,
    layer: layer ?? null,
    reason,
    ...(rule?.reason !== undefined && { ruleReason: rule.reason }),
    via,
    overruled: overruled.map(({ rule: lost, list, layer: of }) => ({
      rule: lost.rule,
      list,
      layer: of,
      source: lost.place ?? null,
    })),
  }
}
