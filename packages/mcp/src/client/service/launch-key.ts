import { createHash } from 'node:crypto'
import { canonicalJson, type JsonValue } from '@millrace/schema'
import type { McpServerConfig } from '../../contract/config.ts'

/**
 * Tells a server by its name and by how it is launched or reached: another command, other names of variables or another
 * address make it another server, of which nothing was agreed to. Values of variables and headers do not count, as they
 * are secrets and change. Letters, digits, `_`, `-` and `.` only.
 */
export function launchKey(name: string, config: McpServerConfig): string {
  const digest = createHash('sha256')
    .update(canonicalJson([name, launchOf(config)]))
    .digest('hex')
  return `${name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40)}.${digest.slice(0, 32)}`
}

function launchOf(config: McpServerConfig): JsonValue {
  if (config.type === 'http') {
    return { type: 'http', url: config.url, headers: Object.keys(config.headers).toSorted() }
  }
  const { command, args, env, cwd = null, sandbox = false } = config
  return { type: 'stdio', command, args: [...args], env: Object.keys(env).toSorted(), cwd, sandbox }
}
