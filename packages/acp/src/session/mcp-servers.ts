import type * as acp from '@agentclientprotocol/sdk'
import type { EditorMcpServer, NamedValue } from '../contract.ts'

/** The servers that an editor configured for a session. */
export function mcpServersOf(servers: readonly acp.McpServer[] = []): EditorMcpServer[] {
  return servers.map((server) => {
    if ('type' in server) {
      const { type, name, url, headers } = server
      return { type, name, url, headers: headers.map(named) }
    }
    const { name, command, args, env } = server
    return { type: 'stdio', name, command, args: [...args], env: env.map(named) }
  })
}

/** What the protocol may say of it besides is left out. */
function named({ name, value }: NamedValue): NamedValue {
  return { name, value }
}
