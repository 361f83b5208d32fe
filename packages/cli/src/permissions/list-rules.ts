import { span, type Row } from '@millrace/cards'
import type { Grant } from '@millrace/protocol'
import type { ListedRule } from '@millrace/policies/permissions'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { remarkRows, tableRows, type Cell } from '../table.ts'
import type { Workspace } from '../workspace.ts'
import { allRules } from './all-rules.ts'

/** How the rules are to be shown. */
export interface ListRequest {
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Shows all rules of a workspace, those that never match, and what somebody allowed for good. */
export async function listRules(
  { asJson, colour }: ListRequest,
  workspace: Workspace,
  settings: LoadedSettings,
  io: Io,
): Promise<void> {
  const { rules, problems, grants } = await allRules(workspace, settings, io.env)
  const { mode, sandbox } = settings.effective
  if (asJson) return writeJson(io.stdout, { mode, sandbox, rules: rules.map(ruleReport), problems, grants })
  const width = columnsOf(io.stdout, io.env)
  writeRows(io.stdout, io, colour, [
    ...tableRows(
      [
        ['mode', [mode.value, 'strong'], [mode.source, 'quiet']],
        ['sandbox', [sandbox.value, 'strong'], [sandbox.source, 'quiet']],
      ],
      width,
    ),
    [],
    ...(rules.length === 0 ? [[span('no rules: where none decides, the mode does', 'quiet')]] : []),
    ...rules.flatMap((rule) => ruleRows(rule, rules, width)),
    ...problems.flatMap(({ list, rule, place, problem }) =>
      tableRows([[['wrong', 'failed'], `${list} ${rule}`, [place ?? '', 'quiet'], problem]], width),
    ),
    ...grantRows(grants, width),
  ])
}

function ruleReport({ list, rule, layer, idle }: ListedRule): object {
  const { rule: text, place = null, reason, grant } = rule
  return {
    list,
    rule: text,
    layer,
    source: place,
    ...(reason !== undefined && { reason }),
    ...(idle !== undefined && { idle }),
    ...(grant !== undefined && { grant }),
  }
}

const tones = { allow: 'done', ask: 'waiting', deny: 'denied' } as const

function ruleRows({ list, rule, layer, idle }: ListedRule, all: readonly ListedRule[], width: number): Row[] {
  const longest = Math.min(40, Math.max(0, ...all.map(({ rule: each }) => each.rule.length)))
  const cells: Cell[] = [
    [list.padEnd(5), tones[list]],
    [rule.rule.padEnd(longest), 'strong'],
    [rule.place ?? layer, 'quiet'],
  ]
  const remarks = [
    ...(rule.reason === undefined ? [] : [`reason "${rule.reason}"`]),
    ...(idle === undefined ? [] : [`never matches: ${idle}`]),
  ]
  return [
    ...tableRows([cells], width),
    ...remarks.flatMap((remark) => remarkRows(remark, ' '.repeat(7), width)),
  ]
}

function grantRows(grants: readonly Grant[], width: number): Row[] {
  if (grants.length === 0) return []
  return [
    [],
    [span('Allowed for good; taken back by: millrace permissions revoke ID', 'quiet')],
    ...grants.flatMap((grant) => tableRows([[grant.id, [grant.rule, 'strong'], grantWords(grant)]], width)),
  ]
}

/** `by terminal on 2026-01-31, for call c1 of bash, until revoked` */
export function grantWords({ by, at, lasts, until, for: call }: Grant): string {
  const about = call === undefined ? '' : `, for call ${call.callId} of ${call.toolName}`
  const end = lasts === 'session' ? 'its session or this process ends' : 'revoked'
  return `by ${by} on ${day(at)}${about}, until ${until === undefined ? end : day(until)}`
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
