import type { DirectoryEntry } from '@millrace/host'
import { PooledFolder, type FolderPool } from './folder-pool.ts'
import { readFolderRules } from './folder-rules.ts'
import type { IgnoreStack } from './ignore-stack.ts'
import type { FileDirectory } from './operations.ts'
import type { SkipTally } from './skipped.ts'

const ruleNames: readonly string[] = ['.git', '.gitignore', '.ignore']

/** Of these the one that stands last in the order of a list. */
const lastRuleFile = '.ignore'

/** Where a folder is and how to reach it. */
export interface FolderPlace {
  /** The names that lead to it from the workspace. */
  readonly names: readonly string[]
  /** The ignore rules around it. */
  readonly around: IgnoreStack
  readonly pool: FolderPool
  /** The folder through which it is opened; it is held as long as this one is. */
  readonly parent?: OpenFolder
  /** What it holds, where that was listed already. */
  readonly entries?: readonly DirectoryEntry[] | undefined
  open(): Promise<FileDirectory>
}

/** A folder that a walk has listed; it can be used as long as somebody holds it. */
export class OpenFolder {
  /** The names that lead here from the workspace. */
  readonly names: readonly string[]
  /** The ignore rules inside it. */
  readonly ignore: IgnoreStack
  readonly pool: FolderPool
  private readonly parent: OpenFolder | undefined
  private readonly pooled: PooledFolder
  private readonly prefix: string
  private entries: readonly DirectoryEntry[]
  private holders = 1

  private constructor(
    { names, pool, parent }: FolderPlace,
    pooled: PooledFolder,
    entries: readonly DirectoryEntry[],
    ignore: IgnoreStack,
  ) {
    this.names = names
    this.pool = pool
    this.parent = parent?.hold()
    this.pooled = pooled
    this.entries = entries
    this.ignore = ignore
    this.prefix = names.map((name) => `${name}/`).join('')
  }

  /** Lists a folder and reads its ignore files. */
  static async list(place: FolderPlace, tally: SkipTally, signal: AbortSignal): Promise<OpenFolder> {
    const { names, around } = place
    const pooled = new PooledFolder(place.pool, () => place.open())
    try {
      const entries = place.entries ?? (await pooled.use((directory) => directory.list(signal)))
      // In a huge folder it would take long to look through all of them.
      const end = entries.findIndex(({ name }) => name > lastRuleFile)
      const first = (end < 0 ? entries : entries.slice(0, end)).filter(({ name }) => ruleNames.includes(name))
      const report = (name: string, error: unknown): void => tally.failed([...names, name].join('/'), error)
      const rules =
        first.length === 0
          ? {}
          : await pooled.use((directory) => readFolderRules(directory, first, signal, report))
      const isRepository = first.some(({ name }) => name === '.git')
      return new OpenFolder(place, pooled, entries, around.inside(names.length, rules, isRepository))
    } catch (error) {
      await pooled.close()
      throw error
    }
  }

  /** The path of one of its entries, from the workspace. */
  pathOf(name: string): string {
    return this.prefix + name
  }

  /** What it holds; given once, so that nobody keeps it while the walk is further in. */
  takeEntries(): readonly DirectoryEntry[] {
    const { entries } = this
    this.entries = []
    return entries
  }

  /** Works with the folder itself, which may have to be opened again for that. */
  use<T>(work: (directory: FileDirectory) => Promise<T>): Promise<T> {
    return this.pooled.use(work)
  }

  /** Keeps it usable until one more `release`. */
  hold(): this {
    this.holders += 1
    return this
  }

  /** Lets go of it; the last one closes it, and lets go of the folder around it. */
  async release(): Promise<void> {
    let around = await this.letGo()
    while (around !== undefined) around = await around.letGo()
  }

  /** The folder around it, which is to be let go of next, if this was the last hold. */
  private async letGo(): Promise<OpenFolder | undefined> {
    this.holders -= 1
    if (this.holders > 0) return undefined
    await this.pooled.close()
    return this.parent
  }
}
