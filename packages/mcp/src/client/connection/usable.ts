import { shown } from '@millrace/protocol'
import type { HttpServerConfig, McpServerConfig, StdioServerConfig } from '../../contract/config.ts'
import { McpError } from '../../contract/error.ts'

const limits = ['idleTimeoutMs', 'totalTimeoutMs', 'startTimeoutMs'] as const

/**
 * Refuses a configuration that no connection can be made with.
 * @throws McpError `MCP_CONFIG_INVALID` that says how to mend it.
 */
export function requireUsable(server: string, config: McpServerConfig): void {
  const problem =
    limitProblem(config) ?? (config.type === 'stdio' ? programProblem(config) : addressProblem(config))
  if (problem === undefined) return
  throw new McpError(
    'MCP_CONFIG_INVALID',
    server,
    `the MCP server ${server} cannot be used as configured: ${problem}`,
  )
}

function limitProblem(config: McpServerConfig): string | undefined {
  const wrong = limits.find((limit) => {
    const value = config[limit]
    return value !== undefined && !(value > 0)
  })
  return wrong === undefined ? undefined : `${wrong} is a number of milliseconds above zero`
}

function programProblem({ command, args, env, cwd }: StdioServerConfig): string | undefined {
  if (command === '') return '"command" is empty; name the program to run'
  const texts = [command, ...args, ...Object.entries(env).flat(), cwd ?? '']
  return texts.some((text) => text.includes('\0')) ? 'a NUL character stands in it; remove it' : undefined
}

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

function addressProblem({ url, headers }: HttpServerConfig): string | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined)
    return `"${shown(url)}" is no address; write it in full, as in https://example.com/mcp`
  if (address.username !== '' || address.password !== '')
    return 'its address holds credentials; put them into "headers"'
  if (address.protocol === 'http:' && !thisMachine.test(address.hostname)) {
    return `${shown(address.host)} is another machine, and http: would send everything in the clear; write https:`
  }
  if (address.protocol !== 'https:' && address.protocol !== 'http:')
    return 'its address is no https: or http: one'
  try {
    new Headers({ ...headers })
    return undefined
  } catch {
    return 'a name or value in "headers" cannot be sent; remove line breaks and other signs that headers cannot hold'
  }
}
