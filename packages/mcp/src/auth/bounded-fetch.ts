import { messageOf } from '@millrace/protocol'
import { boundedBody } from '../bytes/bounded-body.ts'
import { McpError } from '../contract/error.ts'
import { endpoint } from './safe-address.ts'

/** Makes a request, as the platform's `fetch` does. */
export type Fetch = typeof globalThis.fetch

/** Answers that matter have a few kilobytes. */
const mostBytes = 256 * 1024

/** Milliseconds that one request may take, its body included. */
const mostMs = 20_000

/** The headers that any step of a login reads. */
const kept = ['content-type', 'location', 'retry-after', 'www-authenticate']

/** Makes the requests of a login. */
export interface AuthRequests {
  /** What the server is called, for messages. */
  readonly name: string
  /** The address of the server. */
  readonly server: string
  readonly fetch: Fetch
  /** Ends whatever is under way. */
  readonly signal: AbortSignal
}

/**
 * The `fetch` that every request of a login goes through: to safe addresses alone, without following redirects by itself,
 * within bounds of time and size.
 *
 * It throws McpError: `MCP_LOGIN_UNSAFE` for an address, `MCP_CONNECT_FAILED` where there was no answer, `MCP_MALFORMED` where
 * there was too much of one.
 */
export function boundedFetch({
  name,
  server,
  fetch,
  signal,
}: AuthRequests): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (address, init = {}) => {
    const url = endpoint(name, server, String(address), 'an address')
    const limit = AbortSignal.timeout(mostMs)
    const ended = AbortSignal.any([signal, limit])
    try {
      const answer = await fetch(url, { ...init, redirect: 'manual', credentials: 'omit', signal: ended })
      const body = await boundedBody(answer, mostBytes)
      if (body === undefined) {
        const problem = `${url.host} answered with more than ${mostBytes} bytes while the login to "${name}" was under way`
        throw new McpError('MCP_MALFORMED', name, problem)
      }
      const headers = kept.flatMap((header): [string, string][] => {
        const value = answer.headers.get(header)
        return value === null ? [] : [[header, value]]
      })
      return new Response(body.length === 0 ? null : new Uint8Array(body), { status: answer.status, headers })
    } catch (error) {
      if (error instanceof McpError) throw error
      signal.throwIfAborted()
      const why = limit.aborted
        ? `gave no answer within ${mostMs / 1000} s`
        : `cannot be reached: ${causeOf(error)}`
      throw new McpError('MCP_CONNECT_FAILED', name, `${url.host}, for the login to "${name}", ${why}`)
    }
  }
}

function causeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: unknown }
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : messageOf(cause ?? error)
}
