import { applyEdits, modify, parseTree, type FormattingOptions } from 'jsonc-parser'
import type { Grant } from '@millrace/protocol'
import { editSettings, type SettingsHome } from './edit-settings.ts'
import { fileSettings } from './read-settings.ts'
import { SettingsError } from './settings-error.ts'
import { settingsText } from './settings-text.ts'

/**
 * Adds what somebody allowed for good, a rule and the record of who allowed it, to a settings file; everything else of the file stays as it is,
 * comments too. A rule that stands there already is not added again.
 * @param file - the path of it.
 * @throws SettingsError where it cannot be kept, or would not count there; nothing was changed then.
 */
export async function saveRule(grant: Grant, file: string, home: SettingsHome): Promise<void> {
  const { rule, id, by, at, until, for: call, principal } = grant
  const record = {
    id,
    by,
    at: new Date(at).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(call !== undefined && { for: call }),
    ...(principal !== undefined && { principal }),
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
