import { lstat, readdir } from 'node:fs/promises'
import { sessionFolders } from '../../sessions/session-folders.ts'
import type { Io } from '../../io.ts'

/** Between two looks, while somebody wants to know. In milliseconds. */
const lookMs = 2_000

interface SeenFolder {
  readonly modifiedAt: number
  readonly names: string
}

/** Who is told. */
export interface FolderNewsOptions {
  /** Whether anybody wants to know; nothing is looked at otherwise. */
  readonly isWanted: () => boolean
  /** Told once for each look that shows a change. */
  readonly changed: () => void
  /** Told of a look that failed, after which there is none. */
  readonly failed: (error: unknown) => void
}

/** Notices that sessions came, went, or began or ended to be written by other processes. */
export class FolderNews {
  readonly #env: Io['env']
  readonly #options: FolderNewsOptions
  #seen: ReadonlyMap<string, SeenFolder> | undefined
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor({ env }: Pick<Io, 'env'>, options: FolderNewsOptions) {
    this.#env = env
    this.#options = options
  }

  /** Looks what there is, and from then on for what is new. @returns what ends that. */
  async start(): Promise<() => void> {
    await this.#look()
    this.#later()
    return () => {
      this.#isOver = true
      clearTimeout(this.#timer)
    }
  }

  #later(): void {
    if (this.#isOver) return
    this.#timer = setTimeout(() => void this.#lookAgain(), lookMs)
    this.#timer.unref()
  }

  async #lookAgain(): Promise<void> {
    try {
      if (this.#options.isWanted() && (await this.#look())) this.#options.changed()
      this.#later()
    } catch (error) {
      this.#options.failed(error)
    }
  }

  async #look(): Promise<boolean> {
    const before = this.#seen
    const now = new Map<string, SeenFolder>()
    for (const path of await sessionFolders(this.#env)) {
      const seen = await seenNow(path, before?.get(path))
      if (seen !== undefined) now.set(path, seen)
    }
    this.#seen = now
    if (before === undefined) return false
    return now.size !== before.size || [...now].some(([path, { names }]) => names !== before.get(path)?.names)
  }
}

/** The names of a folder are read again only where it was changed. */
async function seenNow(path: string, before: SeenFolder | undefined): Promise<SeenFolder | undefined> {
  try {
    const { mtimeMs: modifiedAt } = await lstat(path)
    if (before?.modifiedAt === modifiedAt) return before
    const names = await readdir(path)
    // Looking whether a writer lives makes other files for a moment.
    return {
      modifiedAt,
      names: names
        .filter((name) => /\.(?:jsonl|lock)$/.test(name))
        .toSorted()
        .join('/'),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
