import type * as acp from '@agentclientprotocol/sdk'
import { shown } from '@millrace/protocol'
import { AcpError } from '../acp-error.ts'
import type { EditorMcpServer, NamedValue } from '../contract.ts'

/**
 * The servers that an editor configured for a session.
 * @throws AcpError `ACP_INVALID_PARAMS` where two have one name, as only one of them would be heard of.
 */
export function mcpServersOf(servers: readonly acp.McpServer[] = []): EditorMcpServer[] {
  const names = servers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined)
    throw new AcpError(
      'ACP_INVALID_PARAMS',
      `two MCP servers of the session have the name ${JSON.stringify(shown(twice))}; give each a name of its own`,
    )
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
