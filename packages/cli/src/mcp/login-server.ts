import { span, type Row } from '@millrace/cards'
import { McpError, type HttpServerConfig } from '@millrace/mcp'
import type { LoginResult, LoginStep } from '@millrace/mcp/login'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { meant } from '../meant.ts'
import { writeMistake, writeWarning } from '../mistake.ts'
import { writeRows, type ColourChoice } from '../screen.ts'
import { UsageError } from '../usage-error.ts'
import { settingsOf } from '../with-workspace.ts'
import { openBrowser } from './login-browser.ts'
import { loginSurroundings } from './login-store.ts'
import { serversFor } from './servers-for.ts'

/** Which server to log in to, and how. */
export interface LoginRequest {
  readonly name: string
  /** Absolute. */
  readonly folder: string
  readonly how: 'browser' | 'device'
  /** Whether a browser is opened; the address is shown in any case. */
  readonly opens: boolean
  readonly scopes: readonly string[]
  readonly port: number | undefined
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Logs a person in to a server by HTTP; resolves to the exit status. */
export async function loginServer(request: LoginRequest, io: Io): Promise<number> {
  const { name, how, scopes, port } = request
  const config = await configOf(request, io)
  if (typeof config === 'number') return config
  const [{ logIn }, surroundings] = await Promise.all([
    import('@millrace/mcp/login'),
    loginSurroundings(io.env),
  ])
  try {
    const result = await logIn(name, config, {
      ...surroundings,
      how,
      signal: io.signal,
      scopes,
      ...(port === undefined ? {} : { port }),
      show: (step) => show(step, request, io),
    })
    tellOfLogin(result, request, io)
    return exitCode.ok
  } catch (error) {
    if (!(error instanceof McpError)) throw error
    return failed(error, request, io)
  }
}

/** How the server is reached; the exit status where it cannot be logged in to. */
async function configOf(request: LoginRequest, io: Io): Promise<HttpServerConfig | number> {
  const { name, folder } = request
  const settings = await settingsOf(folder, io, {})
  // Who nobody agreed to is sent nobody's login, either.
  const { start, absent, names } = await serversFor({ named: [name] }, settings, io)
  if (!names.includes(name)) throw unknownServer(name, names)
  const [missing] = absent
  if (missing !== undefined) {
    writeMistake(io, missing.message, missing.hint === undefined ? [] : [missing.hint])
    if (request.asJson) writeFailure(io, missing)
    return missing.code === 'MCP_NOT_TRUSTED' ? exitCode.denied : exitCode.usage
  }
  const config = start.find((server) => server.name === name)?.config
  if (config?.type !== 'http') throw noLogin(name)
  if (Object.keys(config.headers).some((header) => header.toLowerCase() === 'authorization'))
    writeWarning(io, `the entry of ${name} has an Authorization header, which is sent in place of a login`)
  return config
}

/** There is no server of this name. */
export function unknownServer(name: string, names: readonly string[]): UsageError {
  const known = names.length === 0 ? 'there are none here' : `the MCP servers here are ${names.join(', ')}`
  return new UsageError(`no MCP server is called "${name}"`, [...meant(name, names), known])
}

/** The server has no address. */
export function noLogin(name: string): UsageError {
  return new UsageError(`the MCP server ${name} is a program of this machine, and has no login`, [
    'what it needs to know it gets by the variables of its entry ("env")',
  ])
}

async function show(step: LoginStep, { name, opens }: LoginRequest, io: Io): Promise<void> {
  if (step.kind === 'device') {
    const minutes = Math.max(1, Math.round(step.expiresInMs / 60_000))
    io.stderr.write(`To log in to ${name}, open this address on any device:\n\n  ${step.address}\n\n`)
    io.stderr.write(`and give this code, within ${minutes} minutes:\n\n  ${step.code}\n\n`)
    return
  }
  const isOpened = opens && (await openBrowser(step.address, io))
  const what = isOpened
    ? 'Log in with the browser that opens, or at'
    : 'Open this address in a browser of this machine'
  io.stderr.write(`${what}, to log in to ${name}:\n\n  ${step.address}\n\nWaiting for it (Ctrl+C cancels).\n`)
}

function tellOfLogin(result: LoginResult, { name, asJson, colour }: LoginRequest, io: Io): void {
  const { server, issuer, scopes, expiresAt, isRenewed } = result
  if (asJson) {
    const until = expiresAt === undefined ? {} : { expiresAt }
    return writeJson(io.stdout, { ok: true, name, server, issuer, scopes, ...until, renewed: isRenewed })
  }
  const rows: Row[] = [[span(`logged in to ${name}`, 'strong'), span(` by ${issuer}`, 'quiet')]]
  if (scopes.length > 0) rows.push([span(`allowed: ${scopes.join(' ')}`, 'quiet')])
  if (!isRenewed) rows.push([span('it ends by itself: the server gives nothing to renew it with', 'quiet')])
  writeRows(io.stdout, io, colour, rows)
}

function failed(error: McpError, { asJson }: LoginRequest, io: Io): number {
  writeMistake(io, error.message, [])
  if (asJson) writeFailure(io, error)
  if (error.code === 'MCP_CONFIG_INVALID') return exitCode.usage
  if (error.code === 'MCP_LOGIN_DENIED') return exitCode.denied
  return error.code === 'MCP_LOGIN_TIMEOUT' ? exitCode.limit : exitCode.model
}

function writeFailure(io: Io, { message, code }: { readonly message: string; readonly code: string }): void {
  writeJson(io.stdout, { ok: false, error: { message, code } })
}
