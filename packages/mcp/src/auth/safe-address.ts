import { privateHostReason } from '@millrace/host'
import { shown } from '@millrace/protocol'
import { McpError } from '../contract/error.ts'
import { isLoopback } from '../is-loopback.ts'

/**
 * The one spelling of a server's address that its tokens belong to.
 * @throws McpError `MCP_CONFIG_INVALID` where tokens could be read on the way there.
 */
export function serverAddress(name: string, address: string): string {
  const url = parsed(address)
  const problem =
    url === undefined
      ? 'is no address'
      : url.username !== '' || url.password !== ''
        ? 'holds a user name or a password'
        : isSecure(url)
          ? undefined
          : 'is not https, so that tokens could be read on the way; http is for this machine alone'
  if (problem === undefined && url !== undefined) {
    url.hash = ''
    return url.href
  }
  throw new McpError(
    'MCP_CONFIG_INVALID',
    name,
    `the address ${shownAddress(address)} of "${name}" ${problem}`,
  )
}

/**
 * An address that a server or an authorization server named, if requests may be sent there.
 *
 * Only https, as nobody but its owner has a certificate for a name, wherever it leads; this machine and private networks
 * only for a server that is there itself.
 * @param what - completes "… of NAME's authorization server".
 * @throws McpError `MCP_LOGIN_UNSAFE`.
 */
export function endpoint(name: string, server: string, address: string, what: string): URL {
  const url = parsed(address)
  const problem = url === undefined ? 'is no address' : refusal(url, new URL(server))
  if (url !== undefined && problem === undefined) return url
  throw new McpError(
    'MCP_LOGIN_UNSAFE',
    name,
    `${what} of the server "${name}", ${shownAddress(address)}, ${problem}; nothing was sent there`,
  )
}

/** As it may stand in a message: bounded, nothing hidden, without a query, which may hold secrets. */
export function shownAddress(address: string): string {
  return `"${shown(address.replace(/[?#].*$/s, ''))}"`
}

function refusal(url: URL, server: URL): string | undefined {
  if (url.username !== '' || url.password !== '') return 'holds a user name or a password'
  if (!isSecure(url)) return 'is not https'
  const reason = privateHostReason(url.href)
  if (reason === undefined || privateHostReason(server.href) !== undefined) return undefined
  return 'is of this machine or of a private network, and the server is not'
}

function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

function parsed(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}
