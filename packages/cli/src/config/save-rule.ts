import { applyEdits, modify, parseTree, type FormattingOptions } from 'jsonc-parser'
import { randomIds, systemClock } from '@millrace/host'
import type { Grant } from '@millrace/protocol'
import { editSettings, type SettingsHome } from './edit-settings.ts'
import { fileSettings } from './read-settings.ts'
import { SettingsError } from './settings-error.ts'
import { settingsText } from './settings-text.ts'

/** A rule that somebody allowed for good. */
export interface SavedRule {
  readonly rule: string
  /** The path of the file that it goes to. */
  readonly file: string
  /** Who allowed it, for which call, and until when. */
  readonly given: Pick<Grant, 'by' | 'for' | 'until'>
}

/**
 * Adds an `allow` rule, with the record of who allowed it, to a settings file; everything else of the file stays as it is,
 * comments too. A rule that stands there already is not added again.
 * @throws SettingsError where it cannot be kept, or would not count there; nothing was changed then.
 */
export async function saveRule(
  { rule, file, given }: SavedRule,
  home: SettingsHome,
  clock: { now(): number } = systemClock,
): Promise<void> {
  const record = {
    id: randomIds.next('grant'),
    by: given.by,
    at: new Date(clock.now()).toISOString(),
    ...(given.until !== undefined && { until: new Date(given.until).toISOString() }),
    ...(given.for !== undefined && { for: given.for }),
  }
  await editSettings(file, home, (text) => withRule(text, { rule, grant: record }), true)
}

interface Entry {
  readonly rule: string
  readonly grant: object
}

/** The text with one more `allow` rule; `undefined` where it is there already. */
function withRule(text: string, entry: Entry): string | undefined {
  const before = allowed(text)
  if (before.includes(entry.rule)) return undefined
  const start = parseTree(text, [], parsing) === undefined ? '{}\n' : text
  const [bom, rest] = start.startsWith('\ufeff') ? ['\ufeff', start.slice(1)] : ['', start]
  const options = { formattingOptions: formatOf(rest), isArrayInsertion: true }
  const edited = bom + applyEdits(rest, modify(rest, ['permissions', 'allow', -1], entry, options))
  // The editor works on any text; only a result that says just what was meant is written.
  const after = allowed(edited)
  if (after.length === before.length + 1 && after.at(-1) === entry.rule) return edited
  throw new SettingsError('SETTINGS_NOT_SAVED', 'the rule cannot be put into this file; add it by hand', [
    `"permissions": { "allow": [${JSON.stringify(entry.rule)}] }`,
  ])
}

const parsing = { allowTrailingComma: true, allowEmptyContent: true }

function allowed(text: string): readonly string[] {
  return fileSettings(settingsText(Buffer.from(text), 'the file')).rules.allow.map(({ rule }) => rule)
}

/** How the text is laid out, so that what is added looks alike. */
export function formatOf(text: string): FormattingOptions {
  const indentation = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.startsWith('\t') ? 1 : indentation.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
