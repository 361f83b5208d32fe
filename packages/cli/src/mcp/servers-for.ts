import { systemClock } from '@millrace/host'
import { InterruptedError } from '../interrupted-error.ts'
import type { Io } from '../io.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import { keepVerdicts, type ServerVerdict } from './agreed-servers.ts'
import { askServers } from './ask-servers.ts'
import { filledConfig } from './fill-variables.ts'
import { findServers, type JudgedServer, type ServerSettingsOf } from './find-servers.ts'
import { isOfAgreed, tellsItself, type ServerChoice } from './server-choice.ts'
import type { AbsentServer, McpServer, ServerEntry, WorkspaceServers } from './server-entry.ts'

/**
 * The servers of a folder that may be started. Where somebody sits at the terminal, they are asked once about all that nobody
 * agreed to; else those are not started, and a warning says what would agree. Nothing of that where only those are wanted
 * that somebody agreed to.
 */
export async function serversFor(
  choice: ServerChoice,
  settings: ServerSettingsOf,
  io: Io,
): Promise<WorkspaceServers> {
  const session = ofSession(choice)
  const found = await findServers(settings, io.env, session ?? [])
  for (const { place, problem } of found.problems) writeWarning(io, `${place}: ${problem}`)
  const isWanted = await wantedBy(choice)
  const wanted = found.servers.filter(
    (server) => server.shadowedBy === undefined && server.agreement.kind !== 'own' && isWanted(server.name),
  )
  const enabled = wanted.filter(({ isDisabled }) => !isDisabled)
  const tells = !tellsItself(choice)
  const isAgreed =
    isOfAgreed(choice) || session !== undefined
      ? ({ agreement }: JudgedServer) => agreement.kind === 'agreed'
      : await agreedTo(enabled, settings.folder, io, tells)
  const start: McpServer[] = []
  const absent: AbsentServer[] = wanted.filter(({ isDisabled }) => isDisabled).map(disabled)
  for (const server of enabled) {
    const ready = isAgreed(server) ? readyServer(server, settings.folder, io.env) : notAgreed(server)
    if ('code' in ready) absent.push(ready)
    else start.push(ready)
    if (tells && 'code' in ready && ready.code === 'MCP_CONFIG_INVALID') writeWarning(io, ready.message)
  }
  return { start, absent, names: found.servers.map(({ name }) => name) }
}

function ofSession(choice: ServerChoice): readonly ServerEntry[] | undefined {
  return typeof choice === 'object' && 'session' in choice ? choice.session : undefined
}

async function wantedBy(choice: ServerChoice): Promise<(name: string) => boolean> {
  if (typeof choice === 'string' || 'session' in choice) return () => true
  if ('named' in choice) return (name) => choice.named.includes(name)
  if ('agreed' in choice) return (name) => choice.agreed === name
  // How tools are called is loaded only where it matters.
  const { mayHaveTool } = await import('./missing-server.ts')
  return (name) => mayHaveTool(name, choice.ofTool)
}

async function agreedTo(
  servers: readonly JudgedServer[],
  folder: string,
  io: Io,
  tells: boolean,
): Promise<(server: JudgedServer) => boolean> {
  const open = servers.filter(({ agreement: { kind } }) => kind === 'new' || kind === 'changed')
  const answer = open.length === 0 ? 'no' : await askServers(open, {}, io)
  if (answer === 'interrupted') throw new InterruptedError()
  if (answer === 'yes' || answer === 'never') await keepVerdicts(folder, io.env, verdictsOn(open, answer))
  if (answer === 'nobody' && tells) tellOfHeldBack(open, io)
  return (server) => server.agreement.kind === 'agreed' || (answer === 'yes' && open.includes(server))
}

/** The same answer to all of these servers as they were read. */
export function verdictsOn(
  servers: readonly Pick<JudgedServer, 'name' | 'fingerprint' | 'facts'>[],
  answer: ServerVerdict['answer'],
): ReadonlyMap<string, ServerVerdict> {
  const at = systemClock.now()
  return new Map(servers.map(({ name, fingerprint, facts }) => [name, { answer, fingerprint, facts, at }]))
}

function tellOfHeldBack(servers: readonly JudgedServer[], io: Io): void {
  const names = servers.map(({ name }) => name)
  const one = servers.length === 1
  const what = `the MCP server${one ? '' : 's'} ${names.join(', ')} of this folder`
  const changed = servers.filter(({ agreement }) => agreement.kind === 'changed').length
  const why =
    changed === 0
      ? 'nobody agreed to'
      : changed === servers.length
        ? 'changed since somebody agreed to'
        : 'are new or changed since somebody agreed to'
  writeWarning(io, `${what} ${one ? 'is' : 'are'} not started: ${why} ${one ? 'it' : 'them'}`)
  writeHints(io, [`${one ? 'it is' : 'they are'} shown, and agreed to, by: millrace mcp trust`])
}

function notAgreed({ name, agreement }: JudgedServer): AbsentServer {
  const problem =
    agreement.kind === 'never'
      ? 'somebody said that it is never to be started'
      : agreement.kind === 'changed'
        ? `its launch changed since somebody agreed to it (${agreement.changes.join('; ')})`
        : 'nobody agreed to it, and it came with the folder'
  return {
    name,
    code: 'MCP_NOT_TRUSTED',
    message: `the MCP server ${name} is not started: ${problem}`,
    hint: `it is shown, and agreed to, by: millrace mcp trust ${name}`,
  }
}

function disabled({ name, place }: JudgedServer): AbsentServer {
  return {
    name,
    code: 'MCP_DISABLED',
    message: `the MCP server ${name} is not started: ${place} disables it`,
    hint: 'it is switched on by taking "disabled" out of that entry',
  }
}

/** Tells a server from any other. @param folder - absolute and without links. */
export function serverIdentity(
  { name, fingerprint, isOfFolder }: Pick<JudgedServer, 'name' | 'fingerprint' | 'isOfFolder'>,
  folder: string,
): string {
  return `${name}\n${fingerprint}${isOfFolder ? `\n${folder}` : ''}`
}

function readyServer(server: JudgedServer, folder: string, env: Io['env']): McpServer | AbsentServer {
  const filled = filledConfig(server.template, env, folder, server.layer === 'session')
  const { name, place } = server
  if ('config' in filled) {
    const identity = serverIdentity(server, folder)
    return { name, identity, config: filled.config, secrets: filled.secrets }
  }
  const { missing } = filled
  const message = `the MCP server ${name} is not started: ${missing.join(' and ')} ${missing.length === 1 ? 'has' : 'have'} no value (${place})`
  const hint = `set it, or give a default in the entry: \${${missing[0] ?? 'NAME'}:-default}`
  return { name, code: 'MCP_CONFIG_INVALID', message, hint }
}
