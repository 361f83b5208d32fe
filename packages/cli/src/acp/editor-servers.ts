import type { EditorMcpServer, NamedValue } from '@millrace/acp'
import type { McpServerConfig } from '@millrace/mcp'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import type { ServerEntry } from '../mcp/server-entry.ts'
import { serversFor } from '../mcp/servers-for.ts'
import type { WorkspaceSettings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'

/**
 * The same settings with the servers of a session: those that somebody agreed to before, and those of the editor, which the
 * person configured there. Nobody can be asked about others here.
 * @throws UsageError where the editor names one that cannot be reached.
 */
export async function withEditorServers<S extends WorkspaceSettings>(
  settings: S,
  servers: readonly EditorMcpServer[],
  io: Io,
): Promise<S> {
  if (!isLoaded(settings)) return settings
  const entries = servers.map(entryOf)
  return { ...settings, servers: await serversFor('agreed', settings, io, entries) }
}

/** Settings that a host makes of its own accord name no servers. */
function isLoaded(settings: WorkspaceSettings): settings is LoadedSettings {
  return 'folder' in settings && 'files' in settings && 'trust' in settings
}

function entryOf(server: EditorMcpServer): ServerEntry {
  return { name: server.name, template: templateOf(server), isDisabled: false, place: 'the editor' }
}

function templateOf(server: EditorMcpServer): McpServerConfig {
  if (server.type === 'stdio') {
    const { command, args, env } = server
    return { type: 'stdio', command, args, env: record(env) }
  }
  const { type, name, url, headers } = server
  if (type === 'http') return { type, url, headers: record(headers) }
  throw new UsageError(
    `the MCP server ${name} speaks the old transport over server-sent events, which is not spoken here`,
    ['use its address of streamable HTTP'],
  )
}

function record(values: readonly NamedValue[]): Record<string, string> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]))
}
