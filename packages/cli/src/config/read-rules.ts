import type { Node } from 'jsonc-parser'
import type { RuleList, WrittenRule } from '@millrace/policies/permissions'
import { permissionModes } from './choices.ts'
import type { FileSettings } from './file-settings.ts'
import { itemsOf, knownMembers, members, quoted, textOf, textsOf, wordOf, type Report } from './nodes.ts'
import { grantOf } from './read-grant.ts'
import { SettingsError } from './settings-error.ts'
import type { SettingsText } from './settings-text.ts'

const lists = ['allow', 'ask', 'deny'] as const

/**
 * The permissions of a settings file.
 * @throws SettingsError `SETTINGS_UNREADABLE` where it cannot be told which rules of `ask` and `deny` there are.
 */
export function permissionsOf(
  node: Node | undefined,
  text: SettingsText,
  report: Report,
): Pick<FileSettings, 'rules' | 'mode'> {
  const found = node === undefined ? new Map<string, Node>() : permissionMembers(node, text, report)
  const rules = (list: RuleList): readonly WrittenRule[] => {
    const entries = found.get(list)
    return entries === undefined ? [] : rulesOf(entries, list, text, report)
  }
  const written = found.get('mode')
  const mode = written && wordOf(written, permissionModes, 'mode', report)
  return {
    rules: { allow: rules('allow'), ask: rules('ask'), deny: rules('deny') },
    ...(written !== undefined && mode !== undefined && { mode: { value: mode, place: text.line(written) } }),
  }
}

function permissionMembers(node: Node, text: SettingsText, report: Report): Map<string, Node> {
  if (node.type !== 'object')
    throw lost(node, 'expected an object: { "allow": […], "ask": […], "deny": […] }', text)
  for (const { key, name } of members(node)) {
    const list = name.toLowerCase()
    if (name !== list && (list === 'ask' || list === 'deny'))
      throw lost(key, `unknown key ${quoted(name)}; write "${list}", in small letters`, text)
  }
  return knownMembers(node, [...lists, 'mode'], report)
}

function rulesOf(entries: Node, list: RuleList, text: SettingsText, report: Report): readonly WrittenRule[] {
  if (entries.type !== 'array' && list !== 'allow')
    throw lost(entries, 'expected a list of rules: ["Bash(git push *)"]', text)
  const items = itemsOf(entries, 'rules, such as "Bash(git status)"', report) ?? []
  return items.flatMap((entry) => ruleOf(entry, list, text, report) ?? [])
}

/** Nothing may run where a rule that holds back is not known. */
function lost(node: Node, problem: string, text: SettingsText): SettingsError {
  return new SettingsError('SETTINGS_UNREADABLE', `${text.place(node)}: ${problem}`, [
    'nothing runs until it is mended, as it may hold rules',
  ])
}

function ruleOf(entry: Node, list: RuleList, text: SettingsText, report: Report): WrittenRule | undefined {
  const place = text.line(entry)
  if (entry.type === 'string') {
    const rule = textOf(entry, 'a rule', report)
    return rule === undefined ? unreadable(entry, list, text) : { rule, place }
  }
  if (entry.type !== 'object') {
    report(entry, 'expected a rule, as a text or as { "rule": "…", "reason": "…" }')
    return unreadable(entry, list, text)
  }
  const found = knownMembers(entry, ['rule', 'reason', 'match', 'notMatch', 'grant'], report)
  const written = found.get('rule')
  if (written === undefined) report(entry, 'expected the key "rule" in this rule')
  const rule = written && textOf(written, 'the text of a rule', report)
  if (rule === undefined) return unreadable(entry, list, text)
  const reasonNode = found.get('reason')
  const reason = reasonNode && textOf(reasonNode, 'a text that says why', report)
  const record = found.get('grant')
  const grant = record && grantOf(record, rule, text.label, report)
  // Its end cannot be told, so it may be over.
  if (record !== undefined && grant === undefined && list === 'allow') return undefined
  return {
    rule,
    place,
    ...(reason !== undefined && { reason }),
    ...calls('match', found, report),
    ...calls('notMatch', found, report),
    ...(grant !== undefined && { grant }),
  }
}

function calls(
  name: 'match' | 'notMatch',
  found: ReadonlyMap<string, Node>,
  report: Report,
): { [K in typeof name]?: readonly string[] } {
  const node = found.get(name)
  if (node === undefined) return {}
  return {
    [name]: textsOf(node, 'calls, such as "git push origin main"', () => true, report).map(
      (call) => call.text,
    ),
  }
}

/** In UTF-16 units: enough to find the place. */
const longestShown = 100

/**
 * A rule that holds back stays as what nobody can read, so that whoever judges can hold back all the more. In parentheses,
 * as it could be the name of a tool otherwise.
 */
function unreadable({ offset, length }: Node, list: RuleList, text: SettingsText): WrittenRule | undefined {
  if (list === 'allow') return undefined
  const written = text.text.slice(offset, offset + Math.min(length, longestShown))
  return { rule: `(${written.toWellFormed()})`, place: text.line({ offset, length, type: 'string' }) }
}
