import { realpath } from 'node:fs/promises'
import { findSettings } from '../config/find-settings.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { keepVerdicts } from './agreed-servers.ts'
import { editServer, entryProblem, type ServerFile } from './edit-servers.ts'
import { secretHeader, secretName, variablesIn } from './fill-variables.ts'
import { findServers, type JudgedServer } from './find-servers.ts'
import { launchWords } from './launch.ts'
import { isServerName, nameExpected } from './read-entries.ts'
import { verdictsOn } from './servers-for.ts'

/** Where a server is kept: for the person everywhere, for all who have the folder, or for the person in it. */
export type ServerScope = 'user' | 'project' | 'local'

/** A server to add. */
export interface AddRequest {
  readonly name: string
  readonly scope: ServerScope
  /** The program and its arguments; empty for a server by HTTP. */
  readonly words: readonly string[]
  readonly url?: string | undefined
  /** `NAME=value` */
  readonly env: readonly string[]
  /** `Name: value` */
  readonly headers: readonly string[]
  readonly sandboxed: boolean
  /** Absolute. */
  readonly folder: string
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** The file of each scope. */
export const fileOfScope: Readonly<Record<ServerScope, ServerFile>> = {
  user: 'user',
  project: 'mcp.json',
  local: 'local',
}

/**
 * Adds a server to a file. Whoever adds it agrees to it.
 * @throws UsageError where the words make no server, or there is one of the name; SettingsError where the file cannot be changed.
 */
export async function addServer(request: AddRequest, io: Io): Promise<number> {
  const { name, scope, folder } = request
  if (!isServerName(name)) throw new UsageError(`"${name}" is no name of a server`, [nameExpected])
  const entry = entryOf(request)
  const problem = entryProblem(name, entry)
  if (problem !== undefined) throw new UsageError(problem)
  await requireReachable(request)
  const home = { folder: await realpath(folder), env: io.env }
  const file = fileOfScope[scope]
  const there = (await serversIn(home.folder, io)).find((each) => each.name === name && each.layer === file)
  if (there !== undefined)
    throw new UsageError(`${there.place} has a server ${name} already`, [
      `it is taken out by: millrace mcp remove ${name} --scope ${scope}`,
    ])
  await editServer(file, name, entry, home)
  const found = (await serversIn(home.folder, io)).filter((each) => each.name === name)
  const added = found.find(({ layer }) => layer === file)
  if (added === undefined) throw new UsageError(`the server ${name} was added, and cannot be found again`)
  if (added.isOfFolder) await keepVerdicts(home.folder, io.env, verdictsOn([added], 'yes'))
  tell(added, request, io)
  return exitCode.ok
}

/**
 * Refuses an address at once that no connection is ever made to. One with variables may become any other.
 * @throws UsageError with the reason that connecting gives.
 */
async function requireReachable({ name, url, headers }: AddRequest): Promise<void> {
  if (url === undefined || variablesIn(url).length > 0) return
  const { McpError, requireUsable } = await import('@millrace/mcp')
  try {
    requireUsable(name, { type: 'http', url, headers: pairs(headers, ':', 'header') })
  } catch (error) {
    if (!(error instanceof McpError)) throw error
    throw new UsageError(error.message, [], error.code)
  }
}

async function serversIn(folder: string, io: Io): Promise<readonly JudgedServer[]> {
  return (await findServers(await findSettings(folder, io.env), io.env)).servers
}

function tell(added: JudgedServer, { name, scope, asJson, colour }: AddRequest, io: Io): void {
  const { place, template, shadowedBy } = added
  if (asJson) {
    writeJson(io.stdout, { ok: true, name, source: place, shadowedBy: shadowedBy ?? null })
  } else {
    const { heading } = launchWords(template)
    const line = [[name, 'strong'], heading, [`added to ${place}`, 'quiet']] as const
    writeRows(io.stdout, io, colour, tableRows([line], columnsOf(io.stdout, io.env)))
    writeHints(io, [`whether it is there, and its tools: millrace mcp list ${name}`])
  }
  if (shadowedBy !== undefined)
    writeWarning(io, `the server ${name} of ${place} is not used: the one of ${shadowedBy} counts`)
  const literal = scope === 'project' ? literalSecrets(template) : []
  if (literal.length > 0)
    writeWarning(
      io,
      `${place} is for all who have the folder, and holds the value of ${literal.join(', ')}: write \${NAME} instead, quoted, so that each takes it from their own environment`,
    )
}

/** Names whose values look like keys and are written out. */
function literalSecrets(template: JudgedServer['template']): readonly string[] {
  const [values, secret] =
    template.type === 'http'
      ? ([template.headers, secretHeader] as const)
      : ([template.env, secretName] as const)
  return Object.entries(values)
    .filter(([name, value]) => secret.test(name) && variablesIn(value).length === 0)
    .map(([name]) => name)
}

function entryOf({ words, url, env, headers, sandboxed }: AddRequest): object {
  const [command, ...args] = words
  if ((command === undefined) === (url === undefined))
    throw new UsageError('a server is a program, or it has an address: give one of both', [
      'a program: millrace mcp add NAME -- COMMAND ARGUMENT …',
      'an address: millrace mcp add NAME --url https://…',
    ])
  if (url !== undefined) {
    if (env.length > 0 || sandboxed)
      throw new UsageError('--env and --sandboxed are for programs, and this one has an address')
    return { type: 'http', url, ...(headers.length > 0 && { headers: pairs(headers, ':', 'header') }) }
  }
  if (headers.length > 0) throw new UsageError('--header is for addresses, and this one is a program')
  return {
    command,
    args,
    ...(env.length > 0 && { env: pairs(env, '=', 'env') }),
    ...(sandboxed && { sandbox: true }),
  }
}

function pairs(words: readonly string[], sign: ':' | '=', option: string): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf(sign)
      if (at < 1)
        throw new UsageError(`--${option} "${word}" is no ${sign === ':' ? 'NAME: VALUE' : 'NAME=VALUE'}`)
      const value = word.slice(at + 1)
      return [word.slice(0, at), sign === ':' ? value.trim() : value] as const
    }),
  )
}
