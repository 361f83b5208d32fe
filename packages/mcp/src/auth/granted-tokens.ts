import type { OAuthTokens } from '@modelcontextprotocol/client'
import { McpError } from '../contract/error.ts'
import type { Tokens } from './token-record.ts'

/** What may stand in a header. */
const visible = /^[\u0021-\u007e]{1,16384}$/

/** A year: nothing that lasts longer is remembered to. */
const mostSeconds = 31_536_000

/**
 * Tokens as they are kept.
 * @param asked - the scopes that were asked for, which were granted where the answer names none.
 * @throws McpError `MCP_MALFORMED` for tokens that no request can bear.
 */
export function grantedTokens(
  name: string,
  granted: OAuthTokens,
  asked: readonly string[],
  now: number,
): Tokens {
  const {
    access_token: access,
    refresh_token: refresh,
    token_type: type,
    expires_in: seconds,
    scope,
  } = granted
  if (
    type.toLowerCase() !== 'bearer' ||
    !visible.test(access) ||
    !(refresh === undefined || visible.test(refresh))
  ) {
    const problem = `the authorization server of "${name}" gave a token that cannot be used`
    throw new McpError('MCP_MALFORMED', name, `${problem}: only printable tokens of the type Bearer are`)
  }
  const lifetimeMs =
    seconds !== undefined && Number.isFinite(seconds) && seconds >= 0
      ? Math.min(seconds, mostSeconds) * 1000
      : undefined
  return {
    access,
    ...(refresh === undefined ? {} : { refresh }),
    ...(lifetimeMs === undefined ? {} : { lifetimeMs, expiresAt: now + lifetimeMs }),
    scopes: scope === undefined ? asked : scopesIn(scope),
  }
}

/** The scopes of a list as the protocol writes it, each once. */
export function scopesIn(list: string | undefined): readonly string[] {
  return [...new Set((list ?? '').split(' ').filter((scope) => scope !== ''))]
}

/** Whether a token is to be refreshed: a minute before its end, or a tenth of a short life before it. */
export function isEnding({ expiresAt, lifetimeMs = Infinity }: Tokens, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt - Math.min(60_000, lifetimeMs / 10)
}

/** Whether a token has ended. */
export function isOver({ expiresAt }: Tokens, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt
}
