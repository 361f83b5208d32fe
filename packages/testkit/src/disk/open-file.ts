import type { DiskFile } from '@millrace/host'
import type { DiskOperationKind } from './disk-fault.ts'
import { diskFailure } from './failure.ts'
import type { FileNode } from './file-node.ts'
import type { Deed, Machine } from './machine.ts'

/** Where an open file stands. */
export interface OpenPlace {
  readonly machine: Machine
  readonly node: FileNode
  readonly name: string
  readonly path: string
  readonly writable: boolean
}

/** A file that was opened; like a descriptor it stays with its file whatever becomes of the name. */
export function openFile({ machine, node, name, path, writable }: OpenPlace): DiskFile {
  let closed = false
  machine.openFiles++

  async function perform<T>(kind: DiskOperationKind, deed: Deed<T>, bytes?: number): Promise<T> {
    if (closed) throw diskFailure('EBADF', kind, path)
    return machine.perform({ kind, name, ...(bytes === undefined ? {} : { bytes }) }, path, deed)
  }

  async function change<T>(kind: 'write' | 'truncate', deed: Deed<T>, bytes?: number): Promise<T> {
    if (!writable) throw diskFailure('EBADF', kind, path)
    return perform(kind, deed, bytes)
  }

  return {
    read: (position, size) => perform('read', { act: () => node.read(position, size) }, size),
    write(bytes, position) {
      // The caller may use its buffer again as soon as the promise is there.
      const own = bytes.slice()
      const take = (most: number): number => {
        const taken = own.subarray(0, most)
        if (taken.length > 0) node.change({ kind: 'write', position, bytes: taken }, machine.clock.now())
        return taken.length
      }
      return change('write', { act: ({ most }) => take(most), fail: take }, own.length)
    },
    sync: () => perform('sync', { act: () => node.sync(), fail: () => node.failSync() }),
    truncate: (size) =>
      change('truncate', { act: () => node.change({ kind: 'truncate', size }, machine.clock.now()) }),
    size: () => perform('size', { act: () => node.size }),
    async close() {
      if (closed) return
      const done = perform('close', { act: () => undefined })
      // A descriptor is gone even where closing fails.
      machine.openFiles--
      closed = true
      await done
    },
  }
}
