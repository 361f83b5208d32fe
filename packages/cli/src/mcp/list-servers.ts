import { span, type Row } from '@millrace/cards'
import type { McpServerConfig } from '@millrace/mcp'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { remarkRows, tableRows, type Cell } from '../table.ts'
import type { Workspace } from '../workspace.ts'
import { findServers } from './find-servers.ts'
import { wordsOf } from './ask-servers.ts'
import { launchWords } from './launch.ts'
import { listedServer, remarksOn, stateWords, type ListedServer } from './listed-server.ts'
import { unknownServer } from './login-server.ts'

/** How the servers are to be shown. */
export interface ServerListRequest {
  /** Only this one, with all that is known of it. */
  readonly name?: string | undefined
  readonly asJson: boolean
  readonly colour: ColourChoice
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
    .map((server) => listedServer(server, workspace))
  if (asJson) return writeJson(io.stdout, listed.map(report))
  const width = columnsOf(io.stdout, io.env)
  const rows =
    listed.length === 0
      ? [[span('no MCP servers here; one is added by: millrace mcp add NAME -- COMMAND …', 'quiet')]]
      : tableOf(listed, name !== undefined, width)
  writeRows(io.stdout, io, colour, rows)
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
