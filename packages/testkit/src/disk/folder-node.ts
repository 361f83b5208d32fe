import type { FileNode } from './file-node.ts'

/** What a name stands for. */
export type DiskNode = FileNode | FolderNode

/** A change of names; each one is done whole or not at all. */
export type NameChange =
  | { readonly kind: 'make'; readonly name: string; readonly node: DiskNode }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string; readonly node: DiskNode }
  | { readonly kind: 'remove'; readonly name: string }

/** One folder: its names as they are seen, as they are durable, and what lies between. */
export class FolderNode {
  readonly kind = 'folder'
  readonly names: Map<string, DiskNode>
  /** The locks that are held. No crash has to do with them: a lock ends with its process. */
  readonly locks = new Map<string, FileNode>()
  private durable: Map<string, DiskNode>
  private changes: NameChange[] = []

  constructor(names: ReadonlyMap<string, DiskNode> = new Map()) {
    this.names = new Map(names)
    this.durable = new Map(names)
  }

  durableNames(): ReadonlyMap<string, DiskNode> {
    return new Map(this.durable)
  }

  /** What a loss of power may undo, oldest first. */
  pending(): readonly NameChange[] {
    return this.changes.slice()
  }

  change(change: NameChange): void {
    applyNames(this.names, change)
    this.changes.push(change)
  }

  sync(): void {
    this.durable = new Map(this.names)
    this.changes = []
  }

  /** The same folder for another process of the same machine; a node with two names stays one. */
  copy(copyOf: (node: DiskNode) => DiskNode): FolderNode {
    const copy = new FolderNode()
    for (const [name, node] of this.names) copy.names.set(name, copyOf(node))
    for (const [name, node] of this.durable) copy.durable.set(name, copyOf(node))
    copy.changes = this.changes.map((change) =>
      change.kind === 'remove' ? change : { ...change, node: copyOf(change.node) },
    )
    return copy
  }
}

/** Does to a table of names what a change says. */
export function applyNames(names: Map<string, DiskNode>, change: NameChange): void {
  if (change.kind !== 'make') names.delete(change.name)
  if (change.kind === 'make') names.set(change.name, change.node)
  if (change.kind === 'rename') names.set(change.to, change.node)
}
