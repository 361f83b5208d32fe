import type { DirectoryEntry } from '@millrace/host'
import type { FileOperations } from './operations.ts'

/** A larger folder is listed by itself, in stretches. */
const mostEntries = 4096

type Listed = readonly (readonly DirectoryEntry[] | undefined)[]

/** Lists the folders of a walk, by one request after the other: what is asked for meanwhile comes next. */
export class FolderLister {
  private readonly files: Pick<FileOperations, 'listTogether'>
  private readonly signal: AbortSignal
  private asked: string[] = []
  private listed: Promise<Listed> | undefined
  private before: Promise<unknown> = Promise.resolve()

  constructor(files: Pick<FileOperations, 'listTogether'>, signal: AbortSignal) {
    this.files = files
    this.signal = signal
  }

  /** What the folder at a path from the workspace holds; undefined where it has to be opened for that. */
  async list(path: string): Promise<readonly DirectoryEntry[] | undefined> {
    if (this.files.listTogether === undefined) return undefined
    const index = this.asked.push(path) - 1
    this.before = this.listed ??= this.request(this.before)
    return (await this.listed)[index]
  }

  private async request(before: Promise<unknown>): Promise<Listed> {
    // Whoever asked before hears of a failure.
    await before.catch(() => {})
    const { asked } = this
    this.asked = []
    this.listed = undefined
    return (await this.files.listTogether?.(asked, { most: mostEntries, signal: this.signal })) ?? []
  }
}
