import { realpath } from 'node:fs/promises'
import { findSettings } from '../config/find-settings.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { meant } from '../meant.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { fileOfScope, type ServerScope } from './add-server.ts'
import { keepVerdicts } from './agreed-servers.ts'
import { editServer, type ServerFile } from './edit-servers.ts'
import { findServers, type JudgedServer } from './find-servers.ts'

/** A server to take out. */
export interface RemoveRequest {
  readonly name: string
  /** Where it is kept; needed only where several places have one of the name. */
  readonly scope?: ServerScope | undefined
  /** Absolute. */
  readonly folder: string
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Files that this command may change, with the scope that people know them by. */
const scopes: ReadonlyMap<string, ServerScope> = new Map([
  ['user', 'user'],
  ['mcp.json', 'project'],
  ['project', 'project'],
  ['local', 'local'],
])

/**
 * Takes a server out of its file, and forgets that somebody agreed to it.
 * @throws UsageError where there is none, or several; SettingsError where the file cannot be changed.
 */
export async function removeServer(request: RemoveRequest, io: Io): Promise<number> {
  const { name, asJson, colour } = request
  const home = { folder: await realpath(request.folder), env: io.env }
  const { servers } = await findServers(await findSettings(home.folder, io.env), io.env)
  const server = only(request, servers)
  await editServer(server.layer as ServerFile, name, undefined, home)
  if (server.isOfFolder) await keepVerdicts(home.folder, io.env, new Map([[name, undefined]]))
  if (asJson) writeJson(io.stdout, { ok: true, name, source: server.place })
  else {
    const line = `the server ${name} is taken out of ${server.place}`
    writeRows(io.stdout, io, colour, tableRows([[line]], columnsOf(io.stdout, io.env)))
  }
  return exitCode.ok
}

/** Where the files of a project, which are of one scope, are all that have it, somebody has to choose by hand. */
function whichOne(found: readonly JudgedServer[]): string {
  const named = [...new Set(found.map(({ layer }) => scopes.get(layer)))]
  return named.length === 1
    ? `take the one that is not meant out of its file, or both by hand: ${found.map(({ place }) => place).join(', ')}`
    : `say which one: --scope ${named.join(' or --scope ')}`
}

function only({ name, scope }: RemoveRequest, servers: readonly JudgedServer[]): JudgedServer {
  const named = servers.filter((server) => server.name === name)
  const mine = named.filter(({ layer }) => scopes.has(layer))
  const found = scope === undefined ? mine : mine.filter(({ layer }) => scopes.get(layer) === scope)
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  if (first !== undefined)
    throw new UsageError(
      `several places have a server ${name}: ${found.map(({ place }) => place).join(', ')}`,
      [whichOne(found)],
    )
  if (named.length > 0 && mine.length === 0)
    throw new UsageError(`${named[0]?.place ?? name} is no file that this command changes`)
  const where = scope === undefined ? '' : ` of the scope ${scope} (${fileOfScope[scope]})`
  const names = [...new Set(servers.map((server) => server.name))]
  throw new UsageError(`there is no MCP server "${name}"${where}`, [
    ...meant(name, names),
    names.length === 0 ? 'this folder has none' : `there are ${names.join(', ')}`,
  ])
}
