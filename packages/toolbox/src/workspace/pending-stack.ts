import type { GlobProgress } from '../patterns/glob-pattern.ts'
import type { OpenFolder } from './open-folder.ts'

/** Pieces of work among which folders are opened before the walk gets to them. */
const lookahead = 16

/** Files of one folder that follow each other in the walk; whoever takes them releases the folder. */
export interface FoundFiles {
  readonly folder: OpenFolder
  readonly names: readonly string[]
}

/** A folder that the walk will enter. */
export interface PendingFolder {
  readonly kind: 'folder'
  readonly parent: OpenFolder
  readonly name: string
  readonly progress: GlobProgress
  /** Set once it is being opened, which takes over the hold on the parent. */
  opened?: Promise<OpenFolder | undefined>
}

/** A piece of work that is left. Each holds the folder that it needs. */
export type Pending = ({ readonly kind: 'files' } & FoundFiles) | PendingFolder

/** What a walk has yet to do, the next on top; the topmost folders are opened ahead. */
export class PendingStack {
  private readonly open: (folder: PendingFolder) => Promise<OpenFolder | undefined>
  private readonly pending: Pending[] = []

  /** @param open - opens a folder and releases its parent; never rejects. */
  constructor(open: (folder: PendingFolder) => Promise<OpenFolder | undefined>) {
    this.open = open
  }

  /** Puts work on top; the first piece comes next. */
  push(work: readonly Pending[]): void {
    for (const next of work.toReversed()) this.pending.push(next)
  }

  /** Whether nothing is left. */
  get isEmpty(): boolean {
    return this.pending.length === 0
  }

  /** The next piece of work; a folder is being opened by then. */
  pop(): Pending | undefined {
    for (const next of this.pending.slice(-lookahead)) {
      if (next.kind === 'folder') next.opened ??= this.open(next)
    }
    return this.pending.pop()
  }

  /** Lets go of everything that is left. */
  async abandon(): Promise<void> {
    for (const next of this.pending.splice(0)) {
      if (next.kind === 'files') await next.folder.release()
      else if (next.opened === undefined) await next.parent.release()
      else await (await next.opened)?.release()
    }
  }
}
