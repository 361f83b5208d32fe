import { shown } from '@millrace/protocol'
import type { HttpServerConfig, McpServerConfig, StdioServerConfig } from '../../contract/config.ts'
import { McpError } from '../../contract/error.ts'
import { checkConfig } from '../check-config.ts'
import { isLoopback } from '../../is-loopback.ts'

/**
 * Refuses what is no configuration, and one that no connection can ever be made with.
 * @throws McpError `MCP_CONFIG_INVALID` that says how to mend it.
 */
export function requireUsable(server: string, config: McpServerConfig): void {
  checkConfig(server, config)
  const problem = config.type === 'stdio' ? programProblem(config) : addressProblem(config)
  if (problem === undefined) return
  throw new McpError(
    'MCP_CONFIG_INVALID',
    server,
    `the MCP server ${server} cannot be used as configured: ${problem}`,
  )
}

function programProblem({ command, args, env, cwd }: StdioServerConfig): string | undefined {
  const texts = [command, ...args, ...Object.entries(env).flat(), cwd ?? '']
  return texts.some((text) => text.includes('\0')) ? 'a NUL character stands in it; remove it' : undefined
}

function addressProblem({ url, headers }: HttpServerConfig): string | undefined {
  const address = new URL(url)
  if (address.username !== '' || address.password !== '')
    return 'its address holds credentials; put them into "headers"'
  if (address.protocol === 'http:' && !isLoopback(address)) {
    return `${shown(address.host)} is another machine, and http: would send everything in the clear; write https:`
  }
  try {
    new Headers({ ...headers })
    return undefined
  } catch {
    return 'a name or value in "headers" cannot be sent; remove line breaks and other signs that headers cannot hold'
  }
}
