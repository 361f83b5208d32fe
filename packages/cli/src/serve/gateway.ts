import type { McpQuestions } from '@millrace/mcp'
import type { Io } from '../io.ts'
import { settledServers } from '../mcp/start-servers.ts'
import { writeHints } from '../mistake.ts'
import type { Workspace } from '../workspace.ts'

/** Clients wait for a list no longer than this; what comes later is told to them as a change. */
const patienceMs = 8_000

/** Servers behind a server. */
export interface Gateway {
  /** Waits until each of them has listed its tools or failed to, but not for long. */
  ready(signal: AbortSignal): Promise<void>
}

/**
 * Starts the servers of a workspace in the background, and tells a person of those that are not there.
 * @param questions - answers what they ask the person.
 */
export async function openGateway(workspace: Workspace, questions: McpQuestions, io: Io): Promise<Gateway> {
  const { start = [], absent = [] } = workspace.servers ?? {}
  const mcp = start.length === 0 ? undefined : await workspace.openMcp?.(questions)
  if (mcp === undefined) {
    const why = absent.length === 0 ? 'there are none' : 'none of them may be started'
    writeHints(io, [`no tools of other servers are served: ${why}; see millrace mcp list`])
    return { ready: () => Promise.resolve() }
  }
  const settled = settledServers(mcp, io)
  return { ready: (signal) => notLongerThan(settled, patienceMs, signal) }
}

function notLongerThan(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    work.then(end, reject)
  })
}
