import type { JsonValue } from '@millrace/schema'
import { isRecord } from '../is-record.ts'

/** The client that the authorization server knows this runtime as. */
export interface RegisteredClient {
  readonly id: string
  readonly secret?: string
  /** How it authenticates at the token endpoint, where the registration said so. */
  readonly authMethod?: string
}

/** Where tokens are refreshed and taken back: as it was at login, so that nobody can change it afterwards. */
export interface TokenEndpoints {
  readonly authorizationServer: string
  readonly issuer: string
  readonly token: string
  readonly revocation?: string
  /** How clients may authenticate there; empty where it was not said. */
  readonly authMethods: readonly string[]
}

/** What lets requests in. */
export interface Tokens {
  readonly access: string
  readonly refresh?: string
  /** Milliseconds since the epoch; not known without it. */
  readonly expiresAt?: number
  /** How long it was to last when it was given, in milliseconds. */
  readonly lifetimeMs?: number
  readonly scopes: readonly string[]
}

/** What is kept of the login of one principal to one server. */
export interface TokenRecord {
  /** The address of the server, which alone gets the access token. */
  readonly server: string
  readonly principal: string
  /** What the tokens are for, as the server names itself. */
  readonly resource?: string
  readonly client?: RegisteredClient
  readonly endpoints?: TokenEndpoints
  /** Absent where they were refused for good. */
  readonly tokens?: Tokens
  /** Scopes that the server asked for and did not get yet: the next login asks for them. */
  readonly wanted?: readonly string[]
}

/** What was read from a file, if it is a record of this principal and server. */
export function readRecord(value: JsonValue, server: string, principal: string): TokenRecord | undefined {
  if (!isRecord(value) || value.version !== recordVersion) return undefined
  const { record } = value
  if (!isRecord(record) || record.server !== server || record.principal !== principal) return undefined
  const isSound =
    isAbsent(record.resource, isText) &&
    isAbsent(record.client, isClient) &&
    isAbsent(record.endpoints, isEndpoints) &&
    isAbsent(record.tokens, isTokens) &&
    isAbsent(record.wanted, isTexts)
  return isSound ? (record as unknown as TokenRecord) : undefined
}

/** As `readRecord` reads it. */
export function writtenRecord(record: TokenRecord): string {
  return `${JSON.stringify({ version: recordVersion, record })}\n`
}

const recordVersion = 1

type Members = Readonly<Record<string, JsonValue | undefined>>

function isAbsent(value: JsonValue | undefined, isRight: (value: JsonValue) => boolean): boolean {
  return value === undefined || isRight(value)
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string'
}

function isTexts(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isMoment(value: JsonValue): boolean {
  return typeof value === 'number'
}

function isClient(value: JsonValue): boolean {
  if (!isRecord(value)) return false
  const { id, secret, authMethod }: Members = value
  return isText(id) && isAbsent(secret, isText) && isAbsent(authMethod, isText)
}

function isEndpoints(value: JsonValue): boolean {
  if (!isRecord(value)) return false
  const { authorizationServer, issuer, token, revocation, authMethods }: Members = value
  return (
    [authorizationServer, issuer, token].every(isText) && isAbsent(revocation, isText) && isTexts(authMethods)
  )
}

function isTokens(value: JsonValue): boolean {
  if (!isRecord(value)) return false
  const { access, refresh, expiresAt, lifetimeMs, scopes }: Members = value
  const isTimed = isAbsent(expiresAt, isMoment) && isAbsent(lifetimeMs, isMoment)
  return isText(access) && isAbsent(refresh, isText) && isTimed && isTexts(scopes)
}
