import type { Mcp, McpServerStatus } from '@millrace/mcp'
import type { Io } from '../io.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Workspace } from '../workspace.ts'
import { serverQuestions } from './server-questions.ts'

/** What a person is told of servers: nothing, what is odd about those that are there, or also which are not there. */
export type ServerNews = 'nothing' | 'oddities' | 'all'

/**
 * Starts the servers of a workspace, all at once, and waits until each has listed its tools or failed to. Which ones failed is
 * told on the standard error output, unless less is wanted; the command goes on without them.
 */
export async function startServers(workspace: Workspace, io: Io, news: ServerNews): Promise<void> {
  const { questions } = workspace
  const isAttended = io.openKeyboard !== undefined
  const asks = isAttended && questions !== undefined ? serverQuestions(questions) : undefined
  const mcp = await workspace.openMcp?.(asks)
  if (mcp === undefined) return
  await untilReady(news === 'nothing' ? mcp.ready() : settledServers(mcp, io, news), io.signal)
}

/** Waits until each server has listed its tools or failed to, and tells of what is odd, and of those that are not there. */
export async function settledServers(
  mcp: Mcp,
  io: Io,
  news: Exclude<ServerNews, 'nothing'> = 'all',
): Promise<void> {
  await mcp.ready()
  for (const server of mcp.servers()) {
    if (news === 'all') tellOfFailure(server, io)
    tellOfOddities(server, io)
  }
}

/** Waits, but not for a server that takes its time while the person wants to leave. */
async function untilReady(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  await Promise.race([ready, untilAborted(signal)])
  signal.throwIfAborted()
}

/** More of them at once are read by nobody. */
const mostProblems = 5

function tellOfFailure({ name, state }: McpServerStatus, io: Io): void {
  if (state.kind === 'ready' || !('error' in state)) return
  writeWarning(io, `the MCP server ${name} is not there: ${state.error.message}`)
  writeHints(io, [failureHint(name, state.kind)])
}

function tellOfOddities({ name, problems, tools }: McpServerStatus, io: Io): void {
  for (const problem of problems.slice(0, mostProblems))
    writeWarning(io, `the MCP server ${name}: ${problem}`)
  if (problems.length > mostProblems)
    writeHints(io, [`${problems.length - mostProblems} more are shown by: millrace mcp list ${name}`])
  const changed = tools.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return
  const names = changed.map((tool) => tool.name).join(', ')
  writeWarning(
    io,
    `the MCP server ${name} changed ${names} since you agreed: somebody is asked about each call`,
  )
  writeHints(io, ['what changed is shown by: millrace mcp; a call that you allow yourself agrees to it'])
}

/** What helps where a server is not there. */
export function failureHint(name: string, state: McpServerStatus['state']['kind']): string {
  return state === 'login'
    ? `a login helps: millrace mcp login ${name}`
    : `what it wrote is shown by: millrace mcp log ${name}`
}
