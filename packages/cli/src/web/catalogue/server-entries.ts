import type { McpToolStatus } from '@millrace/mcp'
import type { ServerEntry } from '@millrace/web/wire'
import type { LoadedSettings } from '../../config/load-settings.ts'
import type { Io } from '../../io.ts'
import { findServers } from '../../mcp/find-servers.ts'
import { listedServer, type ListedServer } from '../../mcp/listed-server.ts'
import { failureHint } from '../../mcp/start-servers.ts'
import type { Workspace } from '../../workspace.ts'
import { launchLine } from './launch-line.ts'

/** The servers of a folder, of each name the one that counts, started or not. */
export async function serverEntries(
  workspace: Workspace,
  settings: LoadedSettings,
  env: Io['env'],
): Promise<readonly ServerEntry[]> {
  const { servers } = await findServers(settings, env)
  return servers
    .filter(({ shadowedBy }) => shadowedBy === undefined)
    .map((server) => entryOf(listedServer(server, workspace), workspace))
}

function entryOf(server: ListedServer, workspace: Workspace): ServerEntry {
  const { name, template, place, status } = server
  const facts = status?.state.kind === 'ready' ? status.state.facts : undefined
  const error = status !== undefined && 'error' in status.state ? status.state.error.message : server.absence
  const hint = hintOf(server, workspace)
  const redaction = workspace.ctx.get('redaction')
  const launch = launchLine(template)
  return {
    name,
    state: stateOf(server),
    isConnected: facts !== undefined,
    canRestart: status !== undefined,
    launch: redaction?.text(launch) ?? launch,
    source: place,
    ...(facts !== undefined && { era: `${facts.era} (${facts.protocolVersion})` }),
    ...(facts?.version !== undefined && { version: [facts.name, facts.version].join(' ').trim() }),
    tools: (status?.tools ?? []).map((tool) => toolOf(tool, workspace)),
    ...(status !== undefined && status.problems.length > 0 && { problems: status.problems }),
    ...(error !== undefined && { lastError: error }),
    ...(hint !== undefined && { hint }),
  }
}

/** In a word or two. */
function stateOf({ isDisabled, agreement, absence, status }: ListedServer): string {
  if (isDisabled) return 'disabled'
  if (agreement.kind === 'own') return 'this command'
  if (agreement.kind === 'never') return 'refused'
  if (status !== undefined) return liveStates[status.state.kind]
  if (agreement.kind === 'new') return 'not trusted'
  if (agreement.kind === 'changed') return 'changed'
  return absence === undefined ? 'not started' : 'not ready'
}

const liveStates = {
  ready: 'connected',
  starting: 'starting',
  waiting: 'retrying',
  login: 'needs a login',
  failed: 'failed',
  stopped: 'stopped',
} as const satisfies Readonly<Record<NonNullable<ListedServer['status']>['state']['kind'], string>>

function toolOf({ name, changes }: McpToolStatus, { tools, agent }: Workspace): ServerEntry['tools'][number] {
  return {
    name,
    description: tools.get(name, agent)?.description ?? '',
    ...(changes.length > 0 && {
      problem: `changed since you agreed, so each call of it is asked about: ${changes.join('; ')}`,
    }),
  }
}

/** What a person has to do, where they have to do something. */
function hintOf(server: ListedServer, { servers }: Workspace): string | undefined {
  const { name, isDisabled, agreement, absence, status, shadows } = server
  const absent = servers?.absent.find((each) => each.name === name)
  if (isDisabled) return absent?.hint
  if (agreement.kind === 'own') return undefined
  if (status !== undefined) {
    if ('error' in status.state) return failureHint(name, status.state.kind)
    return shadows === undefined ? undefined : `it takes the place of the ${name} of ${shadows}`
  }
  if (agreement.kind === 'agreed')
    return absence === undefined ? startAgain : (configHint(absent) ?? startAgain)
  const changes = agreement.kind === 'changed' ? `${agreement.changes.join('; ')}; ` : ''
  return `${changes}it is shown, and agreed to, by: millrace mcp trust ${name}; then ${startAgain}`
}

const startAgain = 'start millrace web again'

/** What the environment lacks is not there before the next start either, unless it is set. */
function configHint(
  absent: { readonly code: string; readonly hint?: string } | undefined,
): string | undefined {
  if (absent?.code !== 'MCP_CONFIG_INVALID' || absent.hint === undefined) return undefined
  return `${absent.hint}; then ${startAgain}`
}
