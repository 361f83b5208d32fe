import { realpath } from 'node:fs/promises'
import type { Io } from '../io.ts'
import type { McpServer } from '../mcp/server-entry.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import type { WorkspaceSettings } from '../settings.ts'
import type { OpenWorkspace } from '../with-workspace.ts'

/** The folders whose gateways a program was started by, as a list of JSON: it goes to servers with their environment. */
const gatewaysVariable = 'MILLRACE_GATEWAYS'

/** What makes an end of a chain that is longer than any that somebody meant, whatever a folder is called. */
const longestChain = 8

/**
 * Opens the workspace of a gateway that must not be behind itself: a server may be a program that starts this gateway again, or
 * its very address. Servers are told of the gateways before them; one that is told of itself starts none.
 * @param port - at which this one will listen; `undefined` on the standard streams.
 */
export function withoutLoops(open: OpenWorkspace, io: Io, port: number | undefined): OpenWorkspace {
  return async (folder, env = io.env, settings, ...rest) => {
    if (settings?.servers === undefined) return open(folder, env, settings, ...rest)
    const root = await realpath(folder)
    const before = gatewaysIn(env[gatewaysVariable])
    const isLoop = before.includes(root) || before.length >= longestChain
    const { start } = settings.servers
    const kept = isLoop ? [] : start.filter((server) => !isAt(server, port))
    for (const { name } of start.filter((server) => !kept.includes(server))) tell(name, isLoop, io)
    const guarded: WorkspaceSettings = {
      ...settings,
      env: [...(settings.env ?? []), gatewaysVariable],
      servers: { ...settings.servers, start: kept },
    }
    const chain = { [gatewaysVariable]: JSON.stringify([...before, root]) }
    return open(folder, { ...env, ...chain }, guarded, ...rest)
  }
}

function tell(name: string, isLoop: boolean, io: Io): void {
  const why = isLoop ? 'this gateway was itself started by one of its servers' : 'its address is this gateway'
  writeWarning(io, `the MCP server ${name} is not started: ${why}`)
  writeHints(io, [`it is for other agents: in millrace.jsonc, { "disabled": true } switches it off here`])
}

/** What is no such list is none: whoever changed it wanted no end. */
function gatewaysIn(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Whether a server is at this port of this machine. */
function isAt({ config }: McpServer, port: number | undefined): boolean {
  if (config.type !== 'http' || port === undefined || !URL.canParse(config.url)) return false
  const { hostname, port: of, protocol } = new URL(config.url)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return isHere && protocol === 'http:' && Number(of === '' ? 80 : of) === port
}
