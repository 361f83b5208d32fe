import { posix, win32 } from 'node:path'
import type { McpServerConfig } from '@millrace/mcp'

/**
 * Whether an entry launches `millrace mcp serve` itself. Such an entry is for other agents: a gateway that started it would
 * start itself, without an end.
 */
export function isOwnServer(template: McpServerConfig): boolean {
  if (template.type !== 'stdio') return false
  const words = [template.command, ...template.args].flatMap((word) => word.trim().split(/\s+/))
  const own = words.findIndex((word) => isMillrace(word))
  if (own < 0) return false
  const rest = words.slice(own + 1).filter((word) => !word.startsWith('-'))
  return rest.some((word, at) => word === 'mcp' && rest[at + 1] === 'serve')
}

/** A path to the command, its name, or a package of it: `millrace@0.1.0`. */
function isMillrace(word: string): boolean {
  const name = win32.basename(posix.basename(word)).toLowerCase()
  return /^millrace(?:@.*)?(?:\.(?:js|cmd|ps1|exe))?$/.test(name)
}
