import type { Disk } from '@millrace/host'
import { removeIfThere } from './whole-file.ts'

/** The names of a run's files. */
export interface RunFiles {
  readonly journal: string
  readonly image: string
  readonly lock: string
}

export function filesOf(name: string): RunFiles {
  return { journal: `${name}.journal`, image: `${name}.image`, lock: `${name}.lock` }
}

/** The name of an image while it is written. */
export function unfinishedName(image: string): string {
  return `${image}.new`
}

/** Removes what is kept of a run, but not its lock. The journal first: without it nothing can go on. */
export async function removeFiles(disk: Disk, { journal, image }: RunFiles): Promise<void> {
  for (const name of [journal, image, unfinishedName(image)]) await removeIfThere(disk, name)
}
