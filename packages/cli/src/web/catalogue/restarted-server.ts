import type { LoadedSettings } from '../../config/load-settings.ts'
import type { Io } from '../../io.ts'
import { findServers } from '../../mcp/find-servers.ts'
import { unknownServer } from '../../mcp/login-server.ts'
import type { Workspace } from '../../workspace.ts'
import { WebError } from '../web-error.ts'

/**
 * Ends a server and starts it anew, in the background.
 * @throws WebError `SERVER_NOT_FOUND`, or why it was not started here: a restart agrees to nothing.
 */
export async function restartServer(
  name: string,
  { ctx, servers }: Workspace,
  settings: LoadedSettings,
  env: Io['env'],
): Promise<void> {
  const mcp = ctx.get('mcp')
  if (mcp?.servers().some((server) => server.name === name) === true) return mcp.restart(name)
  const found = await findServers(settings, env)
  const names = [...new Set(found.servers.map((server) => server.name))]
  if (!names.includes(name)) {
    const { message, hints } = unknownServer(name, names)
    throw new WebError('SERVER_NOT_FOUND', message, hints)
  }
  const absent = servers?.absent.find((server) => server.name === name)
  const message = absent?.message ?? `the MCP server ${name} was not started by this command`
  const hints = absent?.hint === undefined ? [] : [absent.hint]
  throw new WebError(absent?.code ?? 'MCP_NOT_STARTED', message, [...hints, 'then start millrace web again'])
}
