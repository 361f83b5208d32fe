import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoFolder } from '../demo-folder.ts'
import type { Io } from '../io.ts'

/** A copy of the demo's project that calls may change. */
export interface ScratchCopy {
  /** Absolute and without links. */
  readonly path: string
  remove(): Promise<void>
  /** Leaves it where it is, however the process ends. */
  keep(): void
}

/** Copies the demo's project into a new folder among the temporary files; where the process is cut short, that goes with it. */
export async function scratchCopy({ beforeLeaving }: Pick<Io, 'beforeLeaving'>): Promise<ScratchCopy> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'millrace-demo-')))
  const forget = beforeLeaving?.(() => rmSync(path, { recursive: true, force: true }))
  const remove = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
    forget?.()
  }
  try {
    await copyFiles(demoFolder(), path)
    // Files of this name are left out of packages. Nothing of the demo needs the network.
    await writeFile(join(path, '.npmrc'), 'update-notifier=false\n')
  } catch (error) {
    await remove()
    throw error
  }
  return { path, remove, keep: () => forget?.() }
}

/** The contents alone: the command may be installed where nobody can write, and the copy has to be writable. */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target)
      await copyFiles(source, target)
    } else await writeFile(target, await readFile(source))
  }
}
