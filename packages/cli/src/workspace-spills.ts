import { join } from 'node:path'
import { SpillStore } from '@millrace/host'
import type { Io } from './io.ts'
import { lazily } from './lazily.ts'
import { stateFolder } from './state-folder.ts'

const limits = { maxFileBytes: 256 * 1024 * 1024, maxTotalBytes: 1024 * 1024 * 1024 }

/** Where output and results go that are too long to show. */
export interface WorkspaceSpills {
  /** Absolute; it need not exist. */
  readonly folder: string
  /** Opens it once something is to be kept, so that other calls leave no trace. */
  open(): Promise<SpillStore>
  /** Ends writing. What was kept stays on the disk. */
  close(): Promise<void>
}

/** @param warn - told where nothing can be kept; calls go on all the same. */
export function workspaceSpills(env: Io['env'], warn: (message: string) => void): WorkspaceSpills {
  const folder = join(stateFolder(env), 'spill')
  const store = lazily(() => openStore(folder, warn))
  return {
    folder,
    open: store.get,
    close: () => store.close((opened) => opened.close()),
  }
}

async function openStore(folder: string, warn: (message: string) => void): Promise<SpillStore> {
  try {
    return await SpillStore.open({ folder, ...limits })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    warn(`output that does not fit into the memory is not kept: ${why}`)
    throw error
  }
}
