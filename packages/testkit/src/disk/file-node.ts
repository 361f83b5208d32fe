import { Content, type FileChange } from './content.ts'

/** One file, whatever its name: what readers see, what is durable, and what lies between. */
export class FileNode {
  readonly kind = 'file'
  modifiedAt: number
  private readonly seen: Content
  private readonly durable: Content
  private changes: FileChange[] = []
  // How many of the changes, from the first, a failed sync gave up.
  private givenUp = 0

  constructor(bytes: Uint8Array, modifiedAt: number) {
    this.seen = new Content(bytes)
    this.durable = new Content(bytes)
    this.modifiedAt = modifiedAt
  }

  get size(): number {
    return this.seen.size
  }

  read(position: number, size: number): Uint8Array {
    return this.seen.read(position, size)
  }

  bytes(): Uint8Array {
    return this.seen.bytes()
  }

  durableBytes(): Uint8Array {
    return this.durable.bytes()
  }

  /** What a loss of power may undo, oldest first. */
  pending(): readonly FileChange[] {
    return this.changes.slice()
  }

  change(change: FileChange, now: number): void {
    this.seen.apply(change)
    this.changes.push(change)
    this.modifiedAt = now
  }

  /** Makes the changes durable, except those that an earlier sync failed on: no later one writes them. */
  sync(): void {
    for (const change of this.changes.slice(this.givenUp)) this.durable.apply(change)
    this.changes = []
    this.givenUp = 0
  }

  /** As the page cache does it: what could not be written is still read, and counts as written. */
  failSync(): void {
    this.givenUp = this.changes.length
  }

  /** The same file for another process of the same machine. */
  copy(): FileNode {
    const copy = new FileNode(this.durable.bytes(), this.modifiedAt)
    for (const change of this.changes) copy.change(change, this.modifiedAt)
    copy.givenUp = this.givenUp
    return copy
  }
}
