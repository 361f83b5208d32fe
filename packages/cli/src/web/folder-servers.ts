import type {} from '@millrace/mcp'
import { messageOf } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { serverQuestions } from '../mcp/server-questions.ts'
import { settledServers } from '../mcp/start-servers.ts'
import { writeWarning } from '../mistake.ts'
import type { Workspace } from '../workspace.ts'

/** A turn begins without the tools of a server that takes longer. In milliseconds. */
const patienceMs = 15_000

/** Servers that start in the background. */
export interface FolderServers {
  /** Resolves when the tools of all are there, or are known not to be, or one takes too long. Never rejects. */
  readonly ready: () => Promise<void>
  /** Tells of changes no more. */
  readonly leave: () => void
}

/**
 * Starts the servers of a folder. What they ask the person is put where tools put their questions.
 * @param changed - told whenever a server or its tools changed.
 */
export async function folderServers(
  workspace: Workspace,
  io: Io,
  changed: () => void,
): Promise<FolderServers> {
  const { ctx, questions, servers } = workspace
  const leave = ctx.on('mcp/change', changed)
  if ((servers?.start.length ?? 0) === 0) return { ready: () => Promise.resolve(), leave }
  const mcp = await workspace.openMcp?.(questions && serverQuestions(questions))
  const settled =
    mcp === undefined
      ? Promise.resolve()
      : settledServers(mcp, io).catch((error: unknown) => writeWarning(io, messageOf(error)))
  return { ready: () => withinTime(settled), leave }
}

function withinTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    timer.unref()
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
