import { toolPrefix, type McpServerStatus } from '@millrace/mcp'
import { exitCode } from '../exit-code.ts'
import { meant } from '../meant.ts'
import type { Workspace } from '../workspace.ts'
import { serverStatuses } from './server-statuses.ts'
import { failureHint } from './start-servers.ts'
import { isServerTool } from './tool-server.ts'

/** Why a tool of a server is not there, as the command ends with it. */
export interface MissingServer {
  readonly message: string
  /** Stable identifier, for machine output. */
  readonly code: string
  readonly hint: string | undefined
  /** The exit status: denied where nobody agreed to the server, failed otherwise. */
  readonly status: number
}

/** Whether a server may have a tool of this name. */
export function mayHaveTool(server: string, tool: string): boolean {
  return tool.startsWith(toolPrefix(server))
}

/** What keeps the server of a tool away; `undefined` where the tool is there, or its server is, or there is none. */
export function missingServer(
  tool: string,
  { tools, agent, ctx, servers }: Pick<Workspace, 'tools' | 'agent' | 'ctx' | 'servers'>,
): MissingServer | undefined {
  if (!isServerTool(tool) || tools.get(tool, agent) !== undefined) return undefined
  const absent = servers?.absent.find(({ name }) => mayHaveTool(name, tool))
  if (absent !== undefined) {
    const { message, code, hint } = absent
    return { message, code, hint, status: code === 'MCP_NOT_TRUSTED' ? exitCode.denied : exitCode.failed }
  }
  const found = serverStatuses(ctx).find(({ name }) => mayHaveTool(name, tool))
  return found && failedServer(found)
}

function failedServer({ name, state }: McpServerStatus): MissingServer | undefined {
  if (!('error' in state)) return undefined
  const { message, code } = state.error
  return { message, code, hint: failureHint(name, state.kind), status: exitCode.failed }
}

/** What somebody may have meant by the name of a tool that no server has. */
export function serverToolHints(
  tool: string,
  names: readonly string[],
  { servers }: Pick<Workspace, 'servers'>,
): readonly string[] {
  const known = [...new Set(servers?.names)]
  const server = known.find((name) => mayHaveTool(name, tool))
  if (server !== undefined) {
    const own = names.filter((name) => mayHaveTool(server, name))
    return [...meant(tool, own), `the tools of ${server} are ${own.join(', ') || 'none'}`]
  }
  if (known.length === 0)
    return ['this folder has no MCP servers: millrace mcp add NAME -- COMMAND … adds one']
  const [, word = ''] = /^mcp__(.*?)(?:__|$)/.exec(tool) ?? []
  if (known.includes(word)) return [`${word} is a server; its tools are shown by: millrace mcp list ${word}`]
  return [...meant(word, known), `the MCP servers here are ${known.join(', ')}`]
}
