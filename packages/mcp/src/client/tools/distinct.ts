import { shown } from '@millrace/protocol'
import type { RemoteTool } from '../../contract/connection.ts'
import { connectionLimits } from '../connection/limits.ts'
import { publicName } from './public-name.ts'

/** A tool, and the name that it is to have here. */
export interface NamedTool {
  readonly name: string
  readonly tool: RemoteTool
}

/** What of a server's list can be told apart. */
export interface DistinctTools {
  /** By their public names, in the order of code units. */
  readonly tools: readonly NamedTool[]
  /** Why the others are left out, a sentence each. */
  readonly problems: readonly string[]
}

/**
 * Leaves out tools that a person or a model could mistake for another one of the same server: names that are the same
 * but for case, width or composition. Of such twins the first of the list stays.
 */
export function distinctTools(server: string, listed: readonly RemoteTool[]): DistinctTools {
  const taken = new Map<string, string>()
  const tools: NamedTool[] = []
  const problems: string[] = []
  for (const tool of listed) {
    const flaw = nameFlaw(tool.name)
    if (flaw !== undefined) {
      problems.push(`a tool is left out: ${flaw}`)
      continue
    }
    const name = publicName(server, tool.name)
    const keys = [`theirs ${folded(tool.name)}`, `ours ${folded(name)}`]
    const twin = keys.map((key) => taken.get(key)).find((other) => other !== undefined)
    if (twin === undefined) {
      for (const key of keys) taken.set(key, tool.name)
      tools.push({ name, tool })
    } else {
      problems.push(`tool "${shown(tool.name)}" is left out: its name can be mistaken for "${shown(twin)}"`)
    }
  }
  tools.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { tools, problems }
}

function nameFlaw(name: string): string | undefined {
  if (name === '') return 'its name is empty'
  if (name.length <= connectionLimits.nameLength) return undefined
  return `its name has ${name.length} characters, and ${connectionLimits.nameLength} are the most; it begins "${shown(name.slice(0, 40))}"`
}

/** Equal for names that differ only in case, width or composition. */
const folded = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
