import { isDiskError, type Disk } from '@millrace/host'
import { filesOf, removeFiles } from './run-files.ts'
import { removeIfThere } from './whole-file.ts'

/** The files of runs, and what a process that was killed while it took a lock leaves beside them. */
const shape = /^([0-9a-f]{64})\.(journal|image|image\.new|lock)((?:\.[0-9a-f]+)*)$/

/**
 * Removes the runs whose last entry is too old, and files that belong to no run. Those that are under way stay.
 * @param isOver - judges the time of the last entry.
 */
export async function sweepRuns(disk: Disk, isOver: (lastAt: number) => boolean): Promise<void> {
  const names = new Set<string>()
  for (const file of await disk.files()) {
    const [, name, kind, rest] = shape.exec(file) ?? []
    if (name === undefined) continue
    if (kind !== 'lock' || rest === '') names.add(name)
    else if (isOver((await disk.facts(file))?.modifiedAt ?? Infinity)) await removeIfThere(disk, file)
  }
  for (const name of names) await sweepRun(disk, name, isOver)
}

async function sweepRun(disk: Disk, name: string, isOver: (lastAt: number) => boolean): Promise<void> {
  const files = filesOf(name)
  const isKept = async (): Promise<boolean> => {
    const facts = await disk.facts(files.journal)
    return facts !== undefined && !isOver(facts.modifiedAt)
  }
  if (await isKept()) return
  let held
  try {
    held = await disk.lock(files.lock)
  } catch (error) {
    if (isDiskError(error, 'DISK_LOCKED')) return
    throw error
  }
  try {
    if (!(await isKept())) await removeFiles(disk, files)
  } finally {
    await held.release()
  }
}
