import { isServerTool } from '../mcp/tool-server.ts'

/**
 * Tools as they are listed: those of the folder in their own order, then those of servers by name, as servers answer in another
 * order each time.
 */
export function inListingOrder<T extends { readonly name: string }>(tools: readonly T[]): T[] {
  const remote = tools.filter(({ name }) => isServerTool(name))
  const byName = remote.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return [...tools.filter(({ name }) => !isServerTool(name)), ...byName]
}
