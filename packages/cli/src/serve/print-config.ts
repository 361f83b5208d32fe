import type { McpServerConfig } from '@millrace/mcp'
import type { Io } from '../io.ts'
import { meant } from '../meant.ts'
import { readMcpFile } from '../mcp/mcp-file.ts'
import { writeHints } from '../mistake.ts'
import { ownLaunch } from '../own-launch.ts'
import { UsageError } from '../usage-error.ts'
import { clientConfigs } from './client-configs.ts'
import { clientNames } from './client-names.ts'
import { isOwnServer } from './is-own-server.ts'

/** What is to be pasted, and for whom. */
export interface ConfigRequest {
  /** The client; the form that most share without it. */
  readonly client: string | undefined
  /** Absolute. */
  readonly folder: string
  /** The words behind `millrace mcp serve`. */
  readonly words: readonly string[]
  readonly isGateway: boolean
}

/** Prints what makes a client start the server: the file on the standard output, and where it goes on the other one. */
export async function printConfig(
  { client, folder, words, isGateway }: ConfigRequest,
  io: Io,
): Promise<void> {
  const name = client ?? 'claude-code'
  const known = clientNames.find((each) => each === name)
  if (known === undefined)
    throw new UsageError(`--print-config knows no client "${name}"`, [
      ...meant(name, clientNames),
      `it knows ${clientNames.join(', ')}`,
    ])
  const config = clientConfigs[known]
  io.stdout.write(config.print(ownLaunch('mcp', 'serve', '--cwd', folder, ...words)))
  writeHints(io, [
    `for ${config.file}${client === undefined ? ` and its like; others: ${clientNames.join(', ')}` : ''}`,
  ])
  if (isGateway) await tellOfServers(config.file, folder, io)
}

/** A client that goes on starting the servers itself would go around the gateway. */
async function tellOfServers(file: string, folder: string, io: Io): Promise<void> {
  const { servers } = await readMcpFile(folder)
  const behind = servers.filter(({ template }) => !isOwnServer(template))
  if (file !== '.mcp.json') {
    writeHints(io, [
      `take the entries of the servers that are to be behind the gateway out of ${file}; they belong into "mcpServers" of millrace.jsonc in ${folder}`,
    ])
    return
  }
  if (behind.length === 0) return
  const moved = Object.fromEntries(behind.map(({ name, template }) => [name, entryOf(template)]))
  writeHints(io, [
    'it takes the place of the whole .mcp.json; its servers move into millrace.jsonc, where only the gateway starts them:',
  ])
  io.stderr.write(`${JSON.stringify({ mcpServers: moved }, undefined, 2)}\n`)
}

/** An entry as it is written, with its variables. */
function entryOf(template: McpServerConfig): Readonly<Record<string, unknown>> {
  if (template.type === 'http') {
    const { type, url, headers } = template
    return { type, url, ...(Object.keys(headers).length > 0 && { headers }) }
  }
  const { command, args, env, cwd } = template
  return {
    command,
    args,
    ...(Object.keys(env).length > 0 && { env }),
    ...(cwd !== undefined && { cwd }),
  }
}
