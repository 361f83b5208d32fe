import type { Mcp, McpQuestions } from '@millrace/mcp'
import { lazily } from '../lazily.ts'
import type { Workspace } from '../workspace.ts'
import type { WorkspaceServers } from './server-entry.ts'
import type { WorkspaceMcp, WorkspaceMcpOptions } from './workspace-mcp.ts'

/** The servers of a workspace, which start when they are opened. */
interface LazyMcp {
  readonly servers: WorkspaceServers
  readonly open: (questions?: McpQuestions) => Promise<Mcp>
  readonly close: () => Promise<void>
}

/** The servers of a workspace; what they are started by is loaded only when they are. */
export function lazyMcp(
  workspace: Pick<Workspace, 'ctx' | 'root'>,
  servers: WorkspaceServers = { start: [], absent: [], names: [] },
  options: Omit<WorkspaceMcpOptions, 'questions'>,
): LazyMcp {
  let asks: McpQuestions | undefined
  const opened = lazily(async (): Promise<WorkspaceMcp> => {
    const { workspaceMcp } = await import('./workspace-mcp.ts')
    return workspaceMcp(workspace, servers.start, {
      ...options,
      ...(asks !== undefined && { questions: asks }),
    })
  })
  return {
    servers,
    open: async (questions) => {
      asks ??= questions
      return (await opened.get()).mcp
    },
    close: () => opened.close((found) => found.close()),
  }
}
