import type { FileDirectory } from './operations.ts'

/** Folders that stay open without being used. */
const mostOpen = 64

/** A folder that can be closed and opened again, wherever the walk stands by then. */
export class PooledFolder {
  private readonly pool: FolderPool
  private readonly reopen: () => Promise<FileDirectory>
  private opened: Promise<FileDirectory> | undefined
  private users = 0

  /** @param reopen - opens it, the first time and after every `close`. */
  constructor(pool: FolderPool, reopen: () => Promise<FileDirectory>) {
    this.pool = pool
    this.reopen = reopen
  }

  /** Works with the folder, which stays open until the work has ended. */
  async use<T>(work: (directory: FileDirectory) => Promise<T>): Promise<T> {
    this.users += 1
    try {
      return await work(await this.directory())
    } finally {
      this.users -= 1
    }
  }

  /** Whether nobody works with it. */
  get isIdle(): boolean {
    return this.users === 0
  }

  /** Lets go of it for now. */
  async close(): Promise<void> {
    const { opened } = this
    this.opened = undefined
    this.pool.drop(this)
    await (await opened)?.close()
  }

  private async directory(): Promise<FileDirectory> {
    const opened = (this.opened ??= this.reopen())
    try {
      const directory = await opened
      await this.pool.touch(this)
      return directory
    } catch (error) {
      // What could not be opened may be tried again.
      if (this.opened === opened) this.opened = undefined
      throw error
    }
  }
}

/** Keeps the folders open that were used last, and closes others, so that a deep tree takes few descriptors. */
export class FolderPool {
  private readonly open = new Set<PooledFolder>()

  /** Notes a use, and makes room by closing what was not used for longest. */
  async touch(folder: PooledFolder): Promise<void> {
    this.open.delete(folder)
    this.open.add(folder)
    for (const other of this.open) {
      if (this.open.size <= mostOpen) return
      if (other.isIdle) await other.close()
    }
  }

  /** Forgets a folder that is closed. */
  drop(folder: PooledFolder): void {
    this.open.delete(folder)
  }
}
