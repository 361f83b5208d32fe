import { McpError, type Mcp, type McpErrorCode, type McpServerStatus } from '@millrace/mcp'
import type { Workspace } from '../workspace.ts'

/**
 * The servers of a workspace as a person may see them: what they say is without secrets, as a server may well say what it was
 * sent.
 */
export function serverStatuses(ctx: Workspace['ctx']): readonly McpServerStatus[] {
  const redaction = ctx.get('redaction')
  const text: Shown = (said) => redaction?.text(said) ?? said
  return (ctx.get('mcp')?.servers() ?? []).map(({ state, tools, problems, ...rest }): McpServerStatus => ({
    ...rest,
    state: shownState(state, text),
    tools: tools.map((tool) => ({ ...tool, changes: tool.changes.map(text) })),
    problems: problems.map(text),
  }))
}

type Shown = (said: string) => string

function shownState(state: McpServerStatus['state'], text: Shown): McpServerStatus['state'] {
  if ('error' in state) return { ...state, error: shownError(state.error, text) }
  if (state.kind !== 'ready') return state
  const { name, version } = state.facts
  const said = {
    ...(name !== undefined && { name: text(name) }),
    ...(version !== undefined && { version: text(version) }),
  }
  return { ...state, facts: { ...state.facts, ...said } }
}

function shownError({ code, server, message }: McpError, text: Shown): McpError {
  return new McpError(code as McpErrorCode, server, text(message))
}

/** The servers of a workspace for whoever shows them to a person. */
export function shownMcp(ctx: Workspace['ctx']): Mcp {
  const { mcp } = ctx
  return {
    add: (name, config) => mcp.add(name, config),
    ready: (names) => mcp.ready(names),
    servers: () => serverStatuses(ctx),
    restart: (name) => mcp.restart(name),
    accept: (server, tool) => mcp.accept(server, tool),
  }
}
