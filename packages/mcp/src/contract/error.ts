import { HarnessError } from '@millrace/protocol'

/** What went wrong with a server. */
export type McpErrorCode =
  /** It could not be started or reached, or did not answer the opening in time. */
  | 'MCP_CONNECT_FAILED'
  /** It wants a login: `millrace mcp login NAME`. */
  | 'MCP_LOGIN_REQUIRED'
  /** A login came to no tokens: the authorization server refused something, or lacks something. */
  | 'MCP_LOGIN_FAILED'
  /** The person, or the authorization server for them, said no to a login. */
  | 'MCP_LOGIN_DENIED'
  /** Nobody finished a login in time. */
  | 'MCP_LOGIN_TIMEOUT'
  /** A login would have led to another place than it should: nothing was sent there. */
  | 'MCP_LOGIN_UNSAFE'
  /** It is not connected just now; calls fail at once until it is again. */
  | 'MCP_NOT_CONNECTED'
  /** The connection ended while the call ran; whether the server did something is not known, and it is not tried again. */
  | 'MCP_CONNECTION_LOST'
  /** No result and no progress within the time limit. */
  | 'MCP_TIMEOUT'
  /** It answered with an error of the protocol. */
  | 'MCP_SERVER_ERROR'
  /** What it sent breaks the protocol or a limit. */
  | 'MCP_MALFORMED'
  /** The tool says that the call failed. */
  | 'MCP_TOOL_ERROR'
  /** The configuration of the server cannot be used. */
  | 'MCP_CONFIG_INVALID'
  /** A name of a tool collides with one that is registered. */
  | 'MCP_NAME_TAKEN'

/** A failure of a server or of what is said of it. */
export class McpError extends HarnessError {
  override readonly name = 'McpError'
  /** The server, as the configuration calls it. */
  readonly server: string

  constructor(code: McpErrorCode, server: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.server = server
  }
}
