import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// From there Git would take settings and hooks. A main repository has none, so that nobody else's can be meant; nothing
// can be held in its place, as Git does not start where it cannot read it.
const strays = ['.git/commondir']

/** Files that have no business in a folder, and are removed once the command is over that made them. */
export class StrayFiles {
  private readonly absent: readonly string[]

  /** Notes what is not there yet. */
  constructor(roots: readonly string[]) {
    this.absent = roots.flatMap((root) =>
      strays.map((path) => join(root, path)).filter((path) => !existsSync(path)),
    )
  }

  /** Removes what is there now. */
  remove(): void {
    for (const path of this.absent) rmSync(path, { recursive: true, force: true })
  }
}
