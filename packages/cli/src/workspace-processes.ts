import { join } from 'node:path'
import { commandEnvironment, openProcesses, SpillStore, type Processes } from '@millrace/host'
import { hostProcesses, type FileOperations, type ProcessOperations } from '@millrace/toolbox'
import type { Io } from './io.ts'
import { stateFolder } from './state-folder.ts'

const spillLimits = { maxFileBytes: 256 * 1024 * 1024, maxTotalBytes: 1024 * 1024 * 1024 }

/** The commands of a workspace. */
export interface WorkspaceProcesses extends ProcessOperations {
  /** Ends everything that still runs. Output that was kept on the disk stays there. */
  close(): Promise<void>
}

/**
 * Commands in a workspace, with the part of the environment that programs need. What they take of the machine is opened
 * by the first of them, so that calls of other tools leave no trace.
 * @param warn - told where output cannot be kept on the disk; the commands run all the same.
 */
export function workspaceProcesses(
  files: FileOperations,
  env: Io['env'],
  warn: (message: string) => void,
): WorkspaceProcesses {
  let processes: Processes | undefined
  let store: Promise<SpillStore> | undefined
  const commandEnv = commandEnvironment(env)
  const on = (spill: SpillStore): ProcessOperations => {
    processes ??= openProcesses()
    return hostProcesses({ processes, spill, files, env: commandEnv })
  }
  return {
    root: files.root,
    folder: (path, signal) => on(unopened).folder(path, signal),
    start: (command) => on(unopened).start(command),
    spill: async () => {
      store ??= openStore(env, warn)
      return on(await store).spill()
    },
    close: async () => {
      await processes?.close()
      // Where it could not be opened there is nothing to close, and whoever wanted it was told.
      await store?.then(
        (opened) => opened.close(),
        () => {},
      )
    },
  }
}

// Stands where no output is kept: neither starting nor finding a folder looks at it.
const unopened = undefined as unknown as SpillStore

async function openStore(env: Io['env'], warn: (message: string) => void): Promise<SpillStore> {
  try {
    return await SpillStore.open({ folder: join(stateFolder(env), 'spill'), ...spillLimits })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    warn(`output that does not fit into the memory is not kept: ${why}`)
    throw error
  }
}
