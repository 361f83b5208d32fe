import type { ToolCallView } from '@millrace/protocol'
import { callView } from './present.ts'

/** What shows the calls of one tool of a server. */
export interface RemotePresenter {
  presentCall(args: unknown): ToolCallView
}

/** The first two `_` in a row end the part for the server: see `toolPrefix`. */
const publicName = /^mcp__(?<server>.+?)__(?<tool>.+)$/

/**
 * What shows calls of a tool of a server, by its public name and their arguments alone, which are in every log: so a session is
 * shown again as it was, also where the server is not there. The title that the server has for the tool is no part of it.
 * @returns `undefined` for a name that no tool of a server has.
 */
export function remotePresenter(name: string): RemotePresenter | undefined {
  const { server, tool } = publicName.exec(name)?.groups ?? {}
  if (server === undefined || tool === undefined) return undefined
  return { presentCall: (args) => callView(server, tool, args) }
}
