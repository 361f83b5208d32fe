import { messageOf, shown } from '@millrace/protocol'
import { McpError, type McpErrorCode } from '../../contract/error.ts'
import { isRecord } from '../../is-record.ts'

/** What runs when something fails: which decides what the failure means. */
export type Doing = 'opening' | 'listing' | 'call'

/** Servers of 2024 have another way by HTTP, with a stream of events for the whole session. */
const elsewhere =
  'check the address; servers that speak only the former HTTP with SSE cannot be used, ask for their address of streamable HTTP'

/** What the SDK calls the end of a connection. */
const losses = new Set<unknown>(['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED'])

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
  const said = shown(messageOf(error), { most: sayingLength, lines: true })
  const code = isRecord(error) ? error['code'] : undefined
  if (doing === 'opening') {
    const data = isRecord(error) && isRecord(error['data']) ? error['data'] : {}
    if (data['status'] === 404 || data['status'] === 405)
      return connectFailed(server, `${said}; ${elsewhere}`, error)
    return connectFailed(
      server,
      typeof code === 'number' ? `it answered with error ${code}: ${said}` : said,
      error,
    )
  }
  return failureWhile(
    doing === 'call' ? 'the call' : 'the list of its tools',
    code,
    said,
    error,
    server,
    doing,
  )
}

/** UTF-16 units of what a server says of a failure; a model mends its call by it. */
const sayingLength = 1000

function failureWhile(
  what: string,
  code: unknown,
  said: string,
  cause: unknown,
  server: string,
  doing: Doing,
): McpError {
  const fail = (kind: McpErrorCode, text: string) => new McpError(kind, server, text, { cause })
  if (typeof code === 'number') {
    return fail('MCP_SERVER_ERROR', `the MCP server ${server} answered ${what} with error ${code}: ${said}`)
  }
  if (code === 'REQUEST_TIMEOUT') {
    return fail('MCP_TIMEOUT', `the MCP server ${server} did not answer ${what} in time`)
  }
  if (typeof code !== 'string' || losses.has(code)) {
    return lost(server, doing, losses.has(code) ? 'it closed the connection' : said, { cause })
  }
  if (code.startsWith('CLIENT_HTTP')) {
    return fail('MCP_SERVER_ERROR', `the MCP server ${server} refused ${what}: ${said}`)
  }
  return fail('MCP_MALFORMED', `what the MCP server ${server} answered to ${what} cannot be used: ${said}`)
}

/** The failure to open a connection. @param why - completes a sentence. */
export function connectFailed(server: string, why: string, cause: unknown): McpError {
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

/** The failure of what a time limit has ended. @param what - what the server did not do, as in "did not answer". */
export function timedOut(server: string, what: string): McpError {
  return new McpError('MCP_TIMEOUT', server, `the MCP server ${server} ${what}; it was told to stop`)
}
