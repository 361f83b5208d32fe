import { messageOf, shown } from '@millrace/protocol'
import { McpError } from '../../contract/error.ts'

/** What runs when something fails: which decides what the failure means. */
export type Doing = 'opening' | 'listing' | 'call'

/** The first failure of ours among the causes of another; the SDK wraps what a transport throws. */
export function mcpErrorIn(error: unknown): McpError | undefined {
  let found = error
  for (let depth = 0; depth < 8 && found instanceof Error; depth++) {
    if (found instanceof McpError) return found
    found = found.cause
  }
  return undefined
}

/** Whatever failed with a server, as a failure of ours. What the server said of it is shown shortened and escaped. */
export function asMcpError(error: unknown, server: string, doing: Doing): McpError {
  const own = mcpErrorIn(error)
  if (own !== undefined && (doing !== 'opening' || own.code !== 'MCP_CONNECTION_LOST')) return own
  const what = doing === 'call' ? 'the call' : doing === 'listing' ? 'the list of its tools' : 'the opening'
  const said = shown(messageOf(error))
  const options = { cause: error }
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (typeof code === 'number') {
    const text = `it answered with error ${code}: ${said}`
    if (doing === 'opening') return notConnected(server, text, error)
    return new McpError(
      'MCP_SERVER_ERROR',
      server,
      `the MCP server ${server} answered ${what} with error ${code}: ${said}`,
      options,
    )
  }
  if (doing === 'opening') {
    return notConnected(server, said, error)
  }
  if (code === 'CONNECTION_CLOSED' || code === 'NOT_CONNECTED' || code === 'SEND_FAILED') {
    return lost(server, doing, 'it closed the connection', options)
  }
  if (code === 'REQUEST_TIMEOUT') {
    return new McpError(
      'MCP_TIMEOUT',
      server,
      `the MCP server ${server} did not answer ${what} in time`,
      options,
    )
  }
  if (typeof code === 'string' && code.startsWith('CLIENT_HTTP')) {
    const text = `the MCP server ${server} refused ${what}: ${said}`
    return new McpError('MCP_SERVER_ERROR', server, text, options)
  }
  if (typeof code === 'string') {
    const text = `what the MCP server ${server} answered to ${what} cannot be used: ${said}`
    return new McpError('MCP_MALFORMED', server, text, options)
  }
  return lost(server, doing, said, options)
}

/** The failure to open a connection. */
export function notConnected(server: string, why: string, cause: unknown): McpError {
  const text = `the MCP server ${server} could not be connected: ${why}; its log may say more`
  return new McpError('MCP_CONNECT_FAILED', server, text, { cause })
}

/** The failure of what was under way when the connection ended. */
export function lost(server: string, doing: Doing, why: string, options?: ErrorOptions): McpError {
  const text =
    doing === 'call'
      ? `the connection to the MCP server ${server} ended while the call ran (${why}); whether it did something is not known, and the call is not repeated`
      : `the connection to the MCP server ${server} ended (${why})`
  return new McpError('MCP_CONNECTION_LOST', server, text, options)
}
