import type { DirectoryEntry } from '@millrace/host'
import { readFolderRules } from './folder-rules.ts'
import type { IgnoreStack } from './ignore-stack.ts'
import type { FileDirectory } from './operations.ts'
import type { SkipTally } from './skipped.ts'

/** Of `.git`, `.gitignore` and `.ignore` the one that stands last in the order of a list. */
const lastRuleFile = '.ignore'

/** A folder that a walk has listed; it stays open as long as somebody holds it. */
export class OpenFolder {
  readonly directory: FileDirectory
  /** The names that lead here from the workspace. */
  readonly names: readonly string[]
  readonly entries: readonly DirectoryEntry[]
  /** The ignore rules inside it. */
  readonly ignore: IgnoreStack
  private readonly prefix: string
  private holders = 1

  private constructor(
    directory: FileDirectory,
    names: readonly string[],
    entries: readonly DirectoryEntry[],
    ignore: IgnoreStack,
  ) {
    this.directory = directory
    this.names = names
    this.entries = entries
    this.ignore = ignore
    this.prefix = names.map((name) => `${name}/`).join('')
  }

  /** Lists a folder and reads its ignore files; takes over the directory, whatever happens. */
  static async list(
    directory: FileDirectory,
    names: readonly string[],
    around: IgnoreStack,
    tally: SkipTally,
    signal: AbortSignal,
  ): Promise<OpenFolder> {
    try {
      const entries = await directory.list(signal)
      // In a huge folder it would take long to look through all of them.
      const end = entries.findIndex(({ name }) => name > lastRuleFile)
      const first = end < 0 ? entries : entries.slice(0, end)
      const rules = await readFolderRules(directory, first, signal, (name, error) =>
        tally.failed([...names, name].join('/'), error),
      )
      const isRepository = first.some(({ name }) => name === '.git')
      return new OpenFolder(directory, names, entries, around.inside(names.length, rules, isRepository))
    } catch (error) {
      await directory.close()
      throw error
    }
  }

  /** The path of one of its entries, from the workspace. */
  pathOf(name: string): string {
    return this.prefix + name
  }

  /** Keeps it open until one more `release`. */
  hold(): this {
    this.holders += 1
    return this
  }

  /** Lets go of it; the last one closes it. */
  async release(): Promise<void> {
    this.holders -= 1
    if (this.holders === 0) await this.directory.close()
  }
}
