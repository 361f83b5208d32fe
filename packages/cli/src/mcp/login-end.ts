import { span } from '@millrace/cards'
import { McpError } from '@millrace/mcp'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { writeWarning } from '../mistake.ts'
import { writeRows, type ColourChoice } from '../screen.ts'
import { settingsOf } from '../with-workspace.ts'
import { filledConfig } from './fill-variables.ts'
import { findServers } from './find-servers.ts'
import { noLogin, unknownServer } from './login-server.ts'
import { loginSurroundings } from './login-store.ts'
import { UsageError } from '../usage-error.ts'

/** Which login is to be forgotten. */
export interface LogoutRequest {
  readonly name: string
  /** Absolute. */
  readonly folder: string
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Forgets the login to a server, also one that nobody agrees to any more; resolves to the exit status. */
export async function logoutServer(request: LogoutRequest, io: Io): Promise<number> {
  const { name, folder, asJson, colour } = request
  const settings = await settingsOf(folder, io, {})
  const { servers } = await findServers(settings, io.env)
  const found = servers.find((server) => server.name === name && server.shadowedBy === undefined)
  if (found === undefined) throw unknownServer(name, [...new Set(servers.map((server) => server.name))])
  if (found.template.type !== 'http') throw noLogin(name)
  const filled = filledConfig(found.template, io.env, folder)
  if (!('config' in filled) || filled.config.type !== 'http')
    throw new UsageError(`the address of the MCP server ${name} is not known: a variable has no value`, [
      `see ${found.place}`,
    ])
  const [{ logOut }, surroundings] = await Promise.all([
    import('@millrace/mcp/login'),
    loginSurroundings(io.env),
  ])
  const { wasLoggedIn, revocation, problem } = await logOut(
    name,
    filled.config,
    surroundings,
    io.signal,
  ).catch((error: unknown) => {
    throw error instanceof McpError && error.code === 'MCP_CONFIG_INVALID'
      ? new UsageError(error.message, [`see ${found.place}`], error.code)
      : error
  })
  if (problem !== undefined)
    writeWarning(io, `the login to ${name} is forgotten here, and may still count elsewhere: ${problem}`)
  if (asJson) writeJson(io.stdout, { ok: true, name, wasLoggedIn, revocation })
  else {
    const words = wasLoggedIn ? `logged out of ${name}` : `there was no login to ${name}`
    writeRows(io.stdout, io, colour, [[span(words, 'strong')]])
  }
  return exitCode.ok
}
