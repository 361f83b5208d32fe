import { isDeepStrictEqual } from 'node:util'
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import type { RuleList, WrittenRule } from '@millrace/policies/permissions'
import { editSettings, type SettingsHome } from './edit-settings.ts'
import { findSettings } from './find-settings.ts'
import { SettingsError } from './settings-error.ts'
import { settingsText } from './settings-text.ts'

/** A permission that was taken back, or that this command cannot take back. */
export interface RemovedRule {
  readonly list: RuleList
  readonly rule: WrittenRule
  /** As people know the file. */
  readonly file: string
  /** Why it still stands; left out where it is gone. */
  readonly kept?: string
}

/**
 * Takes `allow` rules out of the settings of a folder and of the person: the one whose record has this id, or all that
 * are written like this.
 * @param wanted - the id of a grant, or a rule.
 * @throws SettingsError where a file cannot be used or changed.
 */
export async function removeRule(wanted: string, home: SettingsHome): Promise<readonly RemovedRule[]> {
  const { files } = await findSettings(home.folder, home.env, home.managed)
  const removed: RemovedRule[] = []
  for (const { place, settings } of files) {
    const found = settings.rules.allow.filter((rule) => isWanted(rule, wanted))
    if (found.length === 0) continue
    const kept =
      place.layer === 'managed' || place.layer === 'env'
        ? `${place.label} is not changed by this command: take it out there`
        : undefined
    if (kept === undefined) await editSettings(place.path, home, (text) => without(text, wanted), false)
    removed.push(
      ...found.map((rule) => ({
        list: 'allow' as const,
        rule,
        file: place.label,
        ...(kept !== undefined && { kept }),
      })),
    )
  }
  return removed
}

function isWanted({ rule, grant }: WrittenRule, wanted: string): boolean {
  return rule === wanted || grant?.id === wanted
}

function without(text: string, wanted: string): string | undefined {
  const [bom, start] = text.startsWith('\ufeff') ? ['\ufeff', text.slice(1)] : ['', text]
  const entries = allowEntries(start)
  let edited = start
  // From the last on, so that the places of the others stay.
  for (const [at, entry] of [...entries.entries()].toReversed()) {
    if (!isEntryOf(entry, wanted)) continue
    edited = withoutEntry(edited, at)
  }
  // The editor works on any text; only a result that says just what was meant is written.
  const expected = entries.filter((entry) => !isEntryOf(entry, wanted))
  if (!isDeepStrictEqual(allowEntries(edited), expected))
    throw new SettingsError('SETTINGS_NOT_SAVED', 'the rule cannot be taken out of this file; do it by hand')
  return edited === start ? undefined : bom + edited
}

/** The text without one entry and its comma. The editor's own removal cuts the bracket of a list on one line. */
function withoutEntry(text: string, at: number): string {
  const entries = allowList(text)?.children ?? []
  const [before, entry, after] = [entries[at - 1], entries[at], entries[at + 1]]
  if (entry === undefined) return text
  if (before !== undefined) return text.slice(0, endOf(before)) + text.slice(endOf(entry))
  const rest = after === undefined ? text.slice(endOf(entry)).replace(/^\s*,/, '') : text.slice(after.offset)
  return text.slice(0, entry.offset) + rest
}

const endOf = ({ offset, length }: Node): number => offset + length

/** The entries of the list as they stand in the file, those that are no rules among them. */
function allowEntries(text: string): readonly unknown[] {
  const list = allowList(text)
  return list === undefined ? [] : (getNodeValue(list) as unknown[])
}

function allowList(text: string): Node | undefined {
  const { root } = settingsText(Buffer.from(text), 'the file')
  return root && findNodeAtLocation(root, ['permissions', 'allow'])
}

function isEntryOf(entry: unknown, wanted: string): boolean {
  if (typeof entry !== 'object' || entry === null) return entry === wanted
  const { rule, grant } = entry as {
    readonly rule?: unknown
    readonly grant?: { readonly id?: unknown } | null
  }
  return rule === wanted || grant?.id === wanted
}
