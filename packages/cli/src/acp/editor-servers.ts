import type { EditorMcpServer, NamedValue } from '@millrace/acp'
import type { McpServerConfig } from '@millrace/mcp'
import type { ServerEntry } from '../mcp/server-entry.ts'
import { UsageError } from '../usage-error.ts'

/**
 * The servers that the person configured in an editor, for a session of it.
 * @throws UsageError where one of them cannot be reached.
 */
export function serversOfEditor(servers: readonly EditorMcpServer[]): readonly ServerEntry[] {
  return servers.map(entryOf)
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
