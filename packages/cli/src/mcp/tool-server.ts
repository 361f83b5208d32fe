/** Whether a name is one of tools of servers. */
export function isServerTool(name: string): boolean {
  return name.startsWith('mcp__')
}

/** The servers to start for one tool; none for a tool that is of no server. */
export function serversOfTool(tool: string): { readonly ofTool: string } | undefined {
  return isServerTool(tool) ? { ofTool: tool } : undefined
}
