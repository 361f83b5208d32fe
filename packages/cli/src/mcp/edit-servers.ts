import { join } from 'node:path'
import { applyEdits, modify, parseTree } from 'jsonc-parser'
import { ConfinedRoot } from '@millrace/host'
import { messageOf } from '@millrace/protocol'
import { editSettings, type SettingsHome } from '../config/edit-settings.ts'
import { findSettings } from '../config/find-settings.ts'
import { problemsOf, members } from '../config/nodes.ts'
import { isUntouched } from '../config/rule-files.ts'
import { formatOf } from '../config/save-rule.ts'
import { SettingsError } from '../config/settings-error.ts'
import { localSettingsName, settingsName, userSettings } from '../config/settings-places.ts'
import { settingsText } from '../config/settings-text.ts'
import { mcpFileName } from './mcp-file-place.ts'
import { serverEntries } from './read-entries.ts'

/** A file that holds servers and that this command writes. */
export type ServerFile = 'user' | 'mcp.json' | 'project' | 'local'

/** Where such a file stands. @param folder - absolute and without links. */
export function serverFilePath(file: ServerFile, { folder, env }: SettingsHome): string {
  switch (file) {
    case 'user':
      return userSettings(env)
    case 'mcp.json':
      return join(folder, mcpFileName)
    case 'project':
      return join(folder, settingsName)
    case 'local':
      return join(folder, ...localSettingsName.split('/'))
  }
}

/**
 * Puts an entry into a file, or takes one out; everything else of the file stays as it is, comments too.
 * @param entry - `undefined` takes it out.
 * @returns whether the file changed.
 * @throws SettingsError where the file cannot be read or changed; nothing was changed then.
 */
export async function editServer(
  file: ServerFile,
  name: string,
  entry: object | undefined,
  home: SettingsHome,
): Promise<boolean> {
  const path = serverFilePath(file, home)
  const edit = (text: string): string | undefined => edited(text, name, entry)
  if (file !== 'mcp.json') {
    const found = await findSettings(home.folder, home.env, home.managed)
    // A file that begins with it came from nobody else, and the trust in a folder goes on over what its person adds.
    const grants = entry !== undefined && (found.trust.kind === 'trusted' || isUntouched(found))
    return editSettings(path, home, edit, grants)
  }
  try {
    return await editMcpFile(home.folder, edit)
  } catch (error) {
    if (error instanceof SettingsError) throw error
    const problem = `${mcpFileName} cannot be changed: ${messageOf(error)}`
    throw new SettingsError('SETTINGS_NOT_SAVED', problem, [], { cause: error })
  }
}

async function editMcpFile(folder: string, edit: (text: string) => string | undefined): Promise<boolean> {
  const root = await ConfinedRoot.open(folder)
  try {
    const { changed } = await root.change(mcpFileName, async (before) => {
      const bytes = before === undefined ? new Uint8Array() : await before.read()
      const text = edit(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
      return text === undefined ? undefined : Buffer.from(text)
    })
    return changed
  } finally {
    await root.close()
  }
}

function edited(text: string, name: string, entry: object | undefined): string | undefined {
  const before = namesIn(text)
  if (entry === undefined && !before.includes(name)) return undefined
  const start = parseTree(text, [], parsing) === undefined ? '{}\n' : text
  const [bom, rest] = start.startsWith('\ufeff') ? ['\ufeff', start.slice(1)] : ['', start]
  const options = { formattingOptions: formatOf(rest) }
  const after = bom + applyEdits(rest, modify(rest, ['mcpServers', name], entry, options))
  // The editor works on any text; only a result that says just what was meant is written.
  if (namesIn(after).includes(name) === (entry !== undefined)) return after
  throw new SettingsError(
    'SETTINGS_NOT_SAVED',
    `the server ${name} cannot be put into this file; edit it by hand`,
  )
}

const parsing = { allowTrailingComma: true, allowEmptyContent: true }

/** The names of all entries, usable or not. */
function namesIn(text: string): readonly string[] {
  const { root } = settingsText(Buffer.from(text), 'the file')
  const servers = members(root).find(({ name }) => name === 'mcpServers')?.value
  return members(servers).map(({ name }) => name)
}

/** What is wrong with an entry as a file would hold it; `undefined` where it can be used. */
export function entryProblem(name: string, entry: object): string | undefined {
  const text = settingsText(Buffer.from(JSON.stringify({ mcpServers: { [name]: entry } })), 'the entry')
  const problems = problemsOf(text)
  serverEntries(members(text.root)[0]?.value, text, problems.report, false)
  return problems.all()[0]?.problem
}
