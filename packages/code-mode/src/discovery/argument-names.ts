import type { ToolDefinition } from '@millrace/tools'

/** More arguments than these say nothing more of what a tool is for. */
const mostNames = 64

/** Names of a tool's arguments, the required ones first, each in the order in which they are declared. */
export function argumentNames({ parameters }: ToolDefinition): {
  readonly required: readonly string[]
  readonly optional: readonly string[]
} {
  const { properties, required: listed } = parameters as { properties?: unknown; required?: unknown }
  if (typeof properties !== 'object' || properties === null) return { required: [], optional: [] }
  const needed = new Set<unknown>(Array.isArray(listed) ? listed : [])
  const names = Object.keys(properties).slice(0, mostNames)
  return {
    required: names.filter((name) => needed.has(name)),
    optional: names.filter((name) => !needed.has(name)),
  }
}
