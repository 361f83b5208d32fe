import { knownMembers, members, problemsOf } from '../config/nodes.ts'
import { readSettingsFile } from '../config/read-settings-file.ts'
import { SettingsError } from '../config/settings-error.ts'
import type { SettingsProblem } from '../config/file-settings.ts'
import { mcpFileName, mcpFilePlace } from './mcp-file-place.ts'
import type { ServerEntry } from './server-entry.ts'

/** What such a file says. */
export interface McpFile {
  readonly servers: readonly ServerEntry[]
  readonly problems: readonly SettingsProblem[]
}

/**
 * Reads the `.mcp.json` of a folder: JSON, in which comments and trailing commas are let pass. It holds no rules, so that a
 * file that cannot be read is one problem, and nothing of it is started.
 */
export async function readMcpFile(folder: string): Promise<McpFile> {
  try {
    const place = mcpFilePlace(folder)
    const bytes = await readSettingsFile(place)
    if (bytes === undefined) return { servers: [], problems: [] }
    const [{ settingsText }, { serverEntries }] = await Promise.all([
      import('../config/settings-text.ts'),
      import('./read-entries.ts'),
    ])
    const text = settingsText(bytes, place.label)
    const problems = problemsOf(text)
    if (text.root === undefined) return { servers: [], problems: [] }
    const node = members(text.root).find(({ name }) => name === 'mcpServers')?.value
    // Other programs keep more in it; where nothing else is there, a name was misspelt.
    if (node === undefined) knownMembers(text.root, ['mcpServers', 'inputs', '$schema'], problems.report)
    const servers = serverEntries(node, text, problems.report, true)
    return { servers, problems: problems.all() }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return { servers: [], problems: [{ place: mcpFileName, problem: withoutName(error.message) }] }
  }
}

function withoutName(message: string): string {
  return message.startsWith(`${mcpFileName} `) ? message.slice(mcpFileName.length + 1) : message
}
