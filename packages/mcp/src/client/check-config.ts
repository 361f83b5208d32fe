import { shown } from '@millrace/protocol'
import type { HttpServerConfig, McpServerConfig, StdioServerConfig } from '../contract/config.ts'
import { McpError } from '../contract/error.ts'
import { isRecord } from '../is-record.ts'

const longestName = 128

/**
 * Refuses what is no configuration. What only a connection can be refused for is judged by `requireUsable`, so that
 * such a server is still listed, as one that has failed.
 * @throws McpError `MCP_CONFIG_INVALID` that says how to mend it.
 */
export function checkConfig(name: unknown, config: McpServerConfig): void {
  if (typeof name !== 'string' || name === '' || name.length > longestName) {
    throw invalid(String(name), `the name must be a text of 1 to ${longestName} characters`)
  }
  if (typeof config !== 'object' || config === null) throw invalid(name, 'it must be an object')
  if (config.type === 'stdio') checkStdio(name, config)
  else if (config.type === 'http') checkHttp(name, config)
  else throw invalid(name, `type must be "stdio" or "http"`)
  for (const field of ['idleTimeoutMs', 'totalTimeoutMs', 'startTimeoutMs'] as const) {
    const value: unknown = config[field]
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && value > 0)) continue
    throw invalid(name, `${field} must be a positive finite number of milliseconds`)
  }
  for (const field of ['include', 'exclude'] as const) {
    if (config[field] !== undefined && !isTexts(config[field]))
      throw invalid(name, `${field} must be a list of names of tools`)
  }
}

function checkStdio(name: string, { command, args, env, cwd }: StdioServerConfig): void {
  if (typeof command !== 'string' || command === '') throw invalid(name, 'command must name a program')
  if (!isTexts(args)) throw invalid(name, 'args must be a list of texts')
  if (!isTextRecord(env)) throw invalid(name, 'env must map names to texts')
  if (cwd !== undefined && typeof cwd !== 'string') throw invalid(name, 'cwd must be a folder')
}

function checkHttp(name: string, { url, headers }: HttpServerConfig): void {
  if (typeof url !== 'string' || !URL.canParse(url))
    throw invalid(name, 'url must be an address, such as https://example.com/mcp')
  if (!/^https?:$/.test(new URL(url).protocol))
    throw invalid(name, 'url must begin with https:, or with http: for this machine')
  if (!isTextRecord(headers)) throw invalid(name, 'headers must map names to texts')
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const isTextRecord = (value: unknown): boolean => isRecord(value) && isTexts(Object.values(value))

function invalid(name: string, mend: string): McpError {
  return new McpError(
    'MCP_CONFIG_INVALID',
    name,
    `the configuration of MCP server "${shown(name)}" cannot be used: ${mend}`,
  )
}
