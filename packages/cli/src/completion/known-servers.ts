import { realpath } from 'node:fs/promises'
import { launchKey, toolName } from '@millrace/mcp'
import { findSettings } from '../config/find-settings.ts'
import type { Io } from '../io.ts'
import { filledConfig } from '../mcp/fill-variables.ts'
import { findServers, type JudgedServer } from '../mcp/find-servers.ts'
import { serverIdentity } from '../mcp/servers-for.ts'
import { serverPins } from '../mcp/server-pins.ts'

type Candidate = readonly [word: string, about: string]

/** The servers of a folder; none where its settings cannot be used, as nobody reads messages meanwhile. */
export async function knownServers(folder: string, io: Io): Promise<readonly Candidate[]> {
  const found = await serversIn(folder, io)
  return [...new Map(found.map(({ name, place }) => [name, place] as const))]
}

/** The tools that servers had when they were last seen. None is started for that. */
export async function knownServerTools(folder: string, io: Io): Promise<readonly Candidate[]> {
  const found = await serversIn(folder, io)
  const counting = found.filter(
    ({ shadowedBy, agreement, isDisabled }) =>
      shadowedBy === undefined && agreement.kind === 'agreed' && !isDisabled,
  )
  const names = await Promise.all(counting.map((server) => toolsOf(server, folder, io)))
  return names.flat()
}

async function serversIn(folder: string, io: Io): Promise<readonly JudgedServer[]> {
  try {
    return (await findServers(await findSettings(folder, io.env), io.env)).servers
  } catch {
    return []
  }
}

async function toolsOf(server: JudgedServer, folder: string, { env }: Io): Promise<readonly Candidate[]> {
  const { name, template } = server
  const real = await realpath(folder)
  const filled = filledConfig(template, env, real)
  if (!('config' in filled)) return []
  const pins = serverPins([{ name, identity: serverIdentity(server, real) }], env)
  const known = await pins.read(launchKey(name, filled.config)).catch(() => undefined)
  return [...(known?.keys() ?? [])].map(
    (tool) => [toolName(name, tool), `of the MCP server ${name}`] as const,
  )
}
