/** Whether a name is one of tools of servers. */
export function isServerTool(name: string): boolean {
  return name.startsWith('mcp__')
}

/**
 * The servers to start for one tool; none for a tool that is of no server.
 * @param tellsItself - whether the command tells by itself why the server is not there.
 */
export function serversOfTool(
  tool: string,
  tellsItself = false,
): { readonly ofTool: string; readonly tellsItself: boolean } | undefined {
  return isServerTool(tool) ? { ofTool: tool, tellsItself } : undefined
}
