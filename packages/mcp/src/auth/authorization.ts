import { systemClock, type Clock, untilAborted } from '@millrace/host'
import { shown } from '@millrace/protocol'
import type { HttpServerConfig } from '../contract/config.ts'
import { McpError } from '../contract/error.ts'
import type { McpAuthorization } from '../contract/service.ts'
import { loginCommand } from '../login-command.ts'
import type { Fetch } from './bounded-fetch.ts'
import { challengeIn } from './discover.ts'
import { isEnding, isOver, scopesIn } from './granted-tokens.ts'
import type { LoginSurroundings } from './login-contract.ts'
import { refresh } from './refresh.ts'
import { serverAddress } from './safe-address.ts'
import type { TokenRecord } from './token-record.ts'
import type { TokenOwner, TokenStore } from './token-store.ts'

/** Milliseconds that a renewal may take in all, whoever waits for it. */
const mostRenewalMs = 90_000

/** Milliseconds in which a token that was just renewed is not renewed again, however often it is refused. */
const calmMs = 5000

/**
 * Answers for the requests to servers with the tokens of one principal, as `McpOptions.authorization` wants it. Nobody is
 * asked to log in: where only that helps, the error names the command.
 */
export function authorizations(
  surroundings: LoginSurroundings,
): (server: string, config: HttpServerConfig) => McpAuthorization {
  const known = new Map<string, StoredAuthorization>()
  return (server, config) => {
    const key = JSON.stringify([server, config.url])
    // A connection that is made anew goes on with what the one before had found out.
    const authorization = known.get(key) ?? new StoredAuthorization(server, config, surroundings)
    known.set(key, authorization)
    return authorization
  }
}

class StoredAuthorization implements McpAuthorization {
  private readonly name: string
  private readonly owner: TokenOwner
  private readonly store: TokenStore
  private readonly clock: Clock
  private readonly fetch: Fetch
  private readonly onSecrets: Exclude<LoginSurroundings['onSecrets'], undefined>
  private known: TokenRecord | undefined
  private renewing: Promise<string | undefined> | undefined
  private renewed: { readonly access: string; readonly at: number } | undefined

  constructor(name: string, config: HttpServerConfig, surroundings: LoginSurroundings) {
    const { store, principal, clock = systemClock, fetch = globalThis.fetch } = surroundings
    this.onSecrets = surroundings.onSecrets ?? (() => undefined)
    this.name = name
    this.owner = { principal, server: serverAddress(name, config.url) }
    this.store = store
    this.clock = clock
    this.fetch = fetch
  }

  async token(signal: AbortSignal): Promise<string | undefined> {
    // A login that came while there was none is found; one that is known is not looked for again.
    const tokens = (this.known ?? this.learn(await this.store.read(this.owner)))?.tokens
    if (tokens === undefined) return undefined
    if (!isEnding(tokens, this.clock.now())) return tokens.access
    return (await this.renew(tokens.access, false, signal)) ?? this.ended()
  }

  async refused(header: string | undefined, signal: AbortSignal, token?: string): Promise<boolean> {
    const missing = await this.missingScopes(header)
    if (missing !== undefined) return this.wantMore(missing, token, signal)
    const known = this.known?.tokens?.access
    if (token !== undefined && known !== undefined && token !== known) return true
    const used = token ?? known
    if (used === undefined) return false
    if (this.renewed?.access === used && this.clock.monotonic() - this.renewed.at < calmMs) {
      return token === undefined
    }
    const access = await this.renew(used, true, signal)
    return access !== undefined && access !== used
  }

  /** What the server wants beyond what was granted, where it says so. */
  private async missingScopes(header: string | undefined): Promise<readonly string[] | undefined> {
    if (header === undefined || !/insufficient_scope/.test(header)) return undefined
    const { error, scope } = challengeIn(header, await import('@modelcontextprotocol/client'))
    return error === 'insufficient_scope' ? scopesIn(scope).slice(0, 64) : undefined
  }

  /** Whether somebody has logged in since; else what is missing is remembered for that, as refreshing never grants more. */
  private async wantMore(
    scopes: readonly string[],
    used: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isNew = async (): Promise<boolean> => {
      const record: TokenRecord = (await this.store.read(this.owner)) ?? this.owner
      this.learn(record)
      if (used !== undefined && this.known !== undefined && record.tokens?.access !== used) return true
      const wanted = [...new Set([...(record.wanted ?? []), ...scopes])]
      if (scopes.length > 0) await this.store.write({ ...record, wanted: wanted.slice(-64) })
      return false
    }
    if (await this.store.exclusively(this.owner, isNew, signal)) return true
    const named =
      scopes.length === 0 ? 'more than the login allows' : `the scopes "${shown(scopes.join(' '))}"`
    throw this.required(`the server "${this.name}" wants ${named}`)
  }

  /**
   * Renews the token, unless another process or another request has done so since.
   * @param isRefused - whether the server takes it no more, though it has not ended.
   * @returns the token to use; `undefined` where there is none any more.
   */
  private renew(access: string, isRefused: boolean, signal: AbortSignal): Promise<string | undefined> {
    // Under no caller's signal: a token that was rotated must be kept, whoever still waits for it.
    this.renewing ??= this.renewNow(access, isRefused, AbortSignal.timeout(mostRenewalMs)).finally(() => {
      this.renewing = undefined
    })
    return untilAborted(this.renewing, signal)
  }

  private renewNow(access: string, isRefused: boolean, signal: AbortSignal): Promise<string | undefined> {
    const work = async (): Promise<string | undefined> => {
      const record = await this.store.read(this.owner)
      const tokens = this.learn(record)?.tokens
      if (record === undefined || tokens === undefined) return undefined
      const isUsable = !isOver(tokens, this.clock.now())
      if (tokens.access !== access && isUsable) return tokens.access
      if (tokens.refresh === undefined) return isUsable && !isRefused ? access : undefined
      const requests = { name: this.name, server: this.owner.server, fetch: this.fetch, signal }
      const outcome = await refresh(requests, record, () => this.clock.now())
      if (outcome.kind === 'failed') {
        if (isUsable && !isRefused) return access
        throw outcome.error
      }
      if (outcome.kind === 'refused') return this.forget(record)
      return this.keep({ ...record, tokens: outcome.tokens })
    }
    return this.store.exclusively(this.owner, work, signal)
  }

  /** From now on these are the tokens; a record without any is as good as none. */
  private learn(record: TokenRecord | undefined): TokenRecord | undefined {
    const { tokens, client } = record ?? {}
    this.known = tokens === undefined ? undefined : record
    if (tokens !== undefined)
      this.onSecrets([tokens.access, tokens.refresh, client?.secret].filter((text) => text !== undefined))
    return this.known
  }

  private async keep(record: TokenRecord & Required<Pick<TokenRecord, 'tokens'>>): Promise<string> {
    this.learn(record)
    await this.store.write(record)
    this.renewed = { access: record.tokens.access, at: this.clock.monotonic() }
    return record.tokens.access
  }

  private async forget(record: TokenRecord): Promise<undefined> {
    const { tokens: _, ...rest } = record
    await this.store.write(rest)
    this.known = undefined
    return undefined
  }

  private ended(): never {
    throw this.required(`the login to "${this.name}" has ended`)
  }

  private required(problem: string): McpError {
    return new McpError(
      'MCP_LOGIN_REQUIRED',
      this.name,
      `${problem}; log in with: ${loginCommand(this.name)}`,
    )
  }
}
