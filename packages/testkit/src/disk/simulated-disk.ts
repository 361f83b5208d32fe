import { systemClock, systemTimers, type Clock, type Disk, type Timers } from '@millrace/host'
import { crashedFolders, type CrashOptions } from './crash-states.ts'
import { fileAt, filesOf, putFile } from './contents.ts'
import type { DiskFault, DiskOperation } from './disk-fault.ts'
import { FolderNode, type DiskNode } from './folder-node.ts'
import { Machine } from './machine.ts'
import { openFolder, type FolderPlace } from './open-folder.ts'

/** How a simulated disk is made. All of it can be left out. */
export interface SimulatedDiskOptions {
  /** Where the disk claims to be, in its messages. */
  readonly path?: string
  /** What stands on it at first, durable: bytes or text by name, with the folders before it. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>
  readonly faults?: readonly DiskFault[]
  /** Times of files come from it. */
  readonly clock?: Clock
  /** Delays come from them. */
  readonly timers?: Timers
  /** Hears each operation before it happens, which waits for it: a place to take states, or to decide the order of things. */
  readonly watch?: (operation: DiskOperation) => void | Promise<void>
}

/** What a loss of power may leave. */
export interface CrashState {
  /** What was lost, in words. */
  readonly title: string
  /** A disk of its own in that state: all that it has is durable, nothing is locked, nothing fails. */
  readonly disk: SimulatedDisk
}

/** A disk in memory that knows what is durable, can fail at any operation, and can lose its power. */
export interface SimulatedDisk extends Disk {
  /** How many operations there were. */
  readonly operationCount: number
  /** How often a fault has happened; a sweep over "the nth operation fails" is over when it did not. */
  readonly faultCount: number
  /** Files that are open. */
  readonly openFiles: number
  /** The last operations, at most 10,000, oldest first. */
  operations(): readonly DiskOperation[]
  /** From now on this goes wrong. @returns its end. */
  fail(fault: DiskFault): () => void
  /**
   * The states that a loss of power at this moment may leave: writes since the last sync cut at any place, with zeros instead
   * of bytes, with one missing among them, with a bit that flipped, or mixed by sectors; names since the last folder sync there
   * or not. All combinations where they are few, drawn by a seed where they are many. Later operations do not change them.
   */
  crashStates(options?: CrashOptions): IterableIterator<CrashState>
  /** The disk as another process finds it when this one is killed: all writes are there, though no more durable, and locks are not. */
  killed(options?: Pick<SimulatedDiskOptions, 'faults' | 'watch'>): SimulatedDisk
  /** Copies of all files by name, with the folders before it, as a reader sees them now. */
  contents(): ReadonlyMap<string, Uint8Array>
  /** A file as text. @throws DiskError `DISK_NOT_FOUND`. */
  text(name: string): string
  /** Puts a file there in place of any other, durable at once with the names of its folders: damage, or a state to begin with. */
  put(name: string, content: Uint8Array | string): void
}

/**
 * A disk for tests of stores: what they wrote can be lost as a real disk may lose it.
 *
 * @example
 * const disk = simulatedDisk({ faults: [{ on: 'sync', nth: 3, effect: { error: 'EIO' } }] })
 * await writeSomething(disk)
 * for (const { title, disk: after } of disk.crashStates()) await expectRecovery(after, title)
 */
export function simulatedDisk(options: SimulatedDiskOptions = {}): SimulatedDisk {
  const disk = diskOf(new FolderNode(), options)
  for (const [name, content] of Object.entries(options.files ?? {})) disk.put(name, content)
  for (const fault of options.faults ?? []) disk.fail(fault)
  return disk
}

/** What outlives a crash of the options. */
type Lasting = Pick<SimulatedDiskOptions, 'path' | 'clock' | 'timers' | 'watch'>

function diskOf(root: FolderNode, options: Lasting): SimulatedDisk {
  const { path = '/simulated', clock = systemClock, timers = systemTimers, watch } = options
  const machine = new Machine({ clock, timers, watch })
  const place: FolderPlace = { machine, node: root, path, within: '' }
  const afterwards: Lasting = { path, clock, timers }

  function* states(crashed: Iterable<{ title: string; root: FolderNode }>): Generator<CrashState> {
    for (const { title, root: left } of crashed) yield { title, disk: diskOf(left, afterwards) }
  }

  return {
    ...openFolder(place),
    get operationCount() {
      return machine.count
    },
    get faultCount() {
      return machine.struck
    },
    get openFiles() {
      return machine.openFiles
    },
    operations: () => machine.operations(),
    fail: (fault) => machine.arm(fault),
    crashStates: (crash = {}) => states(crashedFolders(copied(root), clock.now(), crash)),
    killed({ faults = [], watch: next } = {}) {
      const disk = diskOf(copied(root), { ...afterwards, ...(next === undefined ? {} : { watch: next }) })
      for (const fault of faults) disk.fail(fault)
      return disk
    },
    contents: () => new Map([...filesOf(root)].map(([name, node]) => [name, node.bytes()])),
    text: (name) => new TextDecoder().decode(fileAt(place, name).bytes()),
    put: (name, content) => putFile(place, name, content),
  }
}

/** A copy that shares nothing and has no locks. */
function copied(root: FolderNode): FolderNode {
  const copies = new Map<DiskNode, DiskNode>()
  const copyOf = (node: DiskNode): DiskNode => {
    const known = copies.get(node)
    if (known !== undefined) return known
    const copy = node.kind === 'file' ? node.copy() : node.copy(copyOf)
    copies.set(node, copy)
    return copy
  }
  return root.copy(copyOf)
}
