import type { ToolDefinition } from '@millrace/tools'

/** What a call does that somebody is asked about, by what it says that it touches. */
export function askingReason(name: string, tool: ToolDefinition | undefined, args: unknown): string {
  const { argv = [], hosts = [], paths = [] } = tool?.touches?.(args) ?? {}
  const effects = [
    ...(argv.length > 0 ? ['runs a command'] : []),
    ...(paths.some(({ access }) => access === 'write') ? ['changes files'] : []),
    ...(hosts.length > 0 ? [`sends a request to ${hosts.join(', ')}`] : []),
  ]
  return effects.length === 0 ? `tool "${name}" may change something` : `it ${effects.join(' and ')}`
}
