import { counted, span, type Row } from '@millrace/cards'
import type { McpServerConfig, McpServerStatus } from '@millrace/mcp'
import { escapeVisible } from '@millrace/protocol'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { remarkRows, tableRows, type Cell } from '../table.ts'
import type { Workspace } from '../workspace.ts'
import { findServers, type JudgedServer } from './find-servers.ts'
import { wordsOf } from './ask-servers.ts'
import { launchWords } from './launch.ts'
import { unknownServer } from './login-server.ts'
import { serverStatuses } from './server-statuses.ts'
import { failureHint } from './start-servers.ts'

/** How the servers are to be shown. */
export interface ServerListRequest {
  /** Only this one, with all that is known of it. */
  readonly name?: string | undefined
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** A server with what became of it. */
interface ListedServer extends JudgedServer {
  readonly status: McpServerStatus | undefined
  /** What stands in the way of starting it. */
  readonly absence: string | undefined
}

/** Shows the servers of a folder: where each comes from, how it is launched, and whether it is there. No secrets are shown. */
export async function listServers(
  { name, asJson, colour }: ServerListRequest,
  workspace: Workspace,
  settings: LoadedSettings,
  io: Io,
): Promise<void> {
  const { servers } = await findServers(settings, io.env)
  const names = [...new Set(servers.map((server) => server.name))]
  if (name !== undefined && !names.includes(name)) throw unknownServer(name, names)
  const listed = servers
    .filter((server) => name === undefined || server.name === name)
    .map((server) => withStatus(server, workspace))
  if (asJson) return writeJson(io.stdout, listed.map(report))
  const width = columnsOf(io.stdout, io.env)
  const rows =
    listed.length === 0
      ? [[span('no MCP servers here; one is added by: millrace mcp add NAME -- COMMAND …', 'quiet')]]
      : tableOf(listed, name !== undefined, width)
  writeRows(io.stdout, io, colour, rows)
}

function withStatus(server: JudgedServer, { ctx, servers }: Workspace): ListedServer {
  const counts = server.shadowedBy === undefined
  const status = counts ? statusOf(server.name, ctx) : undefined
  const absent = counts ? servers?.absent.find(({ name }) => name === server.name) : undefined
  return { ...server, status, absence: absent?.message }
}

function statusOf(name: string, ctx: Workspace['ctx']): McpServerStatus | undefined {
  return serverStatuses(ctx).find((server) => server.name === name)
}

function tableOf(listed: readonly ListedServer[], isWhole: boolean, width: number): Row[] {
  const lines = listed.map((server): Cell[] => [
    [server.name, 'strong'],
    stateWords(server),
    [server.place, 'quiet'],
    [launchWords(server.template).heading, 'quiet'],
  ])
  const widest = [0, 1, 2].map((column) => Math.max(...lines.map((line) => cellText(line[column]).length)))
  return listed.flatMap((server, index) => {
    const line = (lines[index] ?? []).map((cell, column) => padded(cell, widest[column] ?? 0))
    const below = [
      ...(isWhole ? wordsOf(server).remarks : []),
      ...remarksOn(server),
      ...(isWhole ? (server.status?.tools ?? []).map((tool) => tool.name) : []),
    ]
    return [...tableRows([line], width), ...below.flatMap((remark) => remarkRows(remark, '    ', width))]
  })
}

function stateWords({ shadowedBy, isDisabled, agreement, absence, status }: ListedServer): string {
  if (shadowedBy !== undefined) return `not used: ${shadowedBy} counts`
  if (isDisabled) return 'disabled'
  if (agreement.kind === 'own') return 'this command, for other agents'
  if (agreement.kind === 'never') return 'never started, as somebody said'
  if (agreement.kind !== 'agreed')
    return agreement.kind === 'new' ? 'not agreed to' : 'changed since it was agreed to'
  if (absence !== undefined) return 'not started'
  if (status === undefined) return 'not started here'
  return liveWords(status)
}

function liveWords({ state, tools }: McpServerStatus): string {
  switch (state.kind) {
    case 'ready':
      return `connected (${escapeVisible(state.facts.protocolVersion)}), ${counted(tools.length, 'tool')}`
    case 'login':
      return 'needs a login'
    case 'waiting':
    case 'failed':
      return 'not there'
    case 'starting':
    case 'stopped':
      return state.kind
  }
}

/** What there is to say of a server below its line. */
function remarksOn({
  name,
  shadowedBy,
  isDisabled,
  agreement,
  absence,
  status,
}: ListedServer): readonly string[] {
  if (shadowedBy !== undefined || isDisabled || agreement.kind === 'own') return []
  if (agreement.kind !== 'agreed') {
    const changes = agreement.kind === 'changed' ? agreement.changes : []
    return [...changes, `it is shown, and agreed to, by: millrace mcp trust ${name}`]
  }
  if (absence !== undefined) return [absence]
  if (status === undefined) return []
  const { state, problems, tools } = status
  const failure = 'error' in state ? [state.error.message, failureHint(name, state.kind)] : []
  const changes = tools.flatMap((tool) => tool.changes.map((change) => `${tool.name} changed: ${change}`))
  return [...failure, ...problems, ...changes]
}

function report(server: ListedServer): object {
  const { name, place, layer, shadowedBy, isDisabled, agreement, absence, status } = server
  const { state, tools = [], problems = [] } = status ?? {}
  return {
    name,
    layer,
    source: place,
    ...launchReport(server.template),
    disabled: isDisabled,
    shadowedBy: shadowedBy ?? null,
    agreement,
    state: state?.kind ?? 'not started',
    ...(state?.kind === 'ready' && {
      era: state.facts.era,
      protocolVersion: state.facts.protocolVersion,
      server: { name: state.facts.name ?? null, version: state.facts.version ?? null },
    }),
    ...(state !== undefined &&
      'error' in state && { error: { code: state.error.code, message: state.error.message } }),
    ...(absence !== undefined && { absence }),
    tools,
    problems,
  }
}

/** How it is launched, without values of variables and headers. */
function launchReport(template: McpServerConfig): object {
  if (template.type === 'http')
    return { type: 'http', url: template.url, headers: Object.keys(template.headers) }
  const { command, args, env, cwd, sandbox = false } = template
  return { type: 'stdio', command, args, env: Object.keys(env), cwd: cwd ?? null, sandbox }
}

function cellText(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.[0] ?? '')
}

function padded(cell: Cell, columns: number): Cell {
  return typeof cell === 'string' ? cell.padEnd(columns) : [cell[0].padEnd(columns), cell[1]]
}
