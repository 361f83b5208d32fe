import type { Presenters } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import { transportName, type ToolDefinition } from '@millrace/tools'
import { isServerTool } from '../mcp/tool-server.ts'

/** Which calls there may be that are of no tool of a folder; what shows them is loaded only then. */
export interface ForeignCalls {
  /** Programs, which come with Code Mode. */
  readonly programs: boolean
  /** Calls of tools of servers, which need not be there any more. */
  readonly servers: boolean
}

/** All of them, where it is not known yet what will be called. */
export const anyCalls: ForeignCalls = { programs: true, servers: true }

/** What shows calls, now and when they are shown again: their tools, and else what knows them by their names. */
export async function presentersOf(
  get: (name: string) => ToolDefinition | undefined,
  { programs, servers }: ForeignCalls,
): Promise<Presenters> {
  const [codeMode, mcp] = await Promise.all([
    programs ? import('@millrace/code-mode') : undefined,
    servers ? import('@millrace/mcp/presenter') : undefined,
  ])
  return (name) =>
    name === transportName && codeMode !== undefined
      ? codeMode.programPresenter
      : (get(name) ?? mcp?.remotePresenter(name))
}

/** Which such calls a session has. */
export function foreignCalls(events: readonly SessionEvent[]): ForeignCalls {
  const called = (fits: (name: string) => boolean): boolean =>
    events.some(
      ({ type, data }) => (type === 'tool/call' || type === 'tool/code-dispatch-start') && fits(data.name),
    )
  return { programs: called((name) => name === transportName), servers: called(isServerTool) }
}
