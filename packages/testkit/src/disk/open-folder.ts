import { DiskError, type Disk } from '@millrace/host'
import type { DiskOperationKind } from './disk-fault.ts'
import { FileNode } from './file-node.ts'
import { FolderNode } from './folder-node.ts'
import type { Machine } from './machine.ts'
import { openFile } from './open-file.ts'

/** A folder of a simulated disk, and where it is. */
export interface FolderPlace {
  readonly machine: Machine
  readonly node: FolderNode
  /** Absolute. */
  readonly path: string
  /** What comes before a name in traces and contents: empty, or the folders with a slash at the end. */
  readonly within: string
}

/** The folder as a store sees it. */
export function openFolder(place: FolderPlace): Disk {
  const { machine, node, path, within } = place
  const at = (name: string): string => `${path}/${name}`

  async function perform<T>(kind: DiskOperationKind, name: string, act: () => T): Promise<T> {
    requirePlain(name, path)
    return machine.perform({ kind, name: within + name }, at(name), { act })
  }
  async function whole<T>(kind: DiskOperationKind, act: () => T): Promise<T> {
    return machine.perform({ kind, name: within.slice(0, -1) }, path, { act })
  }

  return {
    path,
    open: (name, how) =>
      perform('open', name, () => {
        const file = how === 'create' ? newFile(place, name) : existing(place, name)
        return openFile({
          machine,
          node: file,
          name: within + name,
          path: at(name),
          writable: how !== 'read',
        })
      }),
    files: () => whole('files', () => [...namesOf(node, 'file'), ...node.locks.keys()].toSorted()),
    folders: () => whole('folders', () => namesOf(node, 'folder').toSorted()),
    facts: (name) =>
      perform('facts', name, () => {
        const file = node.names.get(name) ?? node.locks.get(name)
        return file?.kind === 'file' ? { size: file.size, modifiedAt: file.modifiedAt } : undefined
      }),
    rename: (from, to) =>
      perform('rename', from, () => {
        requirePlain(to, path)
        for (const name of [from, to]) requireFree(node, at(name), name)
        const file = existing(place, from)
        if (node.names.get(to)?.kind === 'folder') throw noFile(at(to))
        if (from !== to) node.change({ kind: 'rename', name: from, to, node: file })
      }),
    remove: (name) =>
      perform('remove', name, () => {
        requireFree(node, at(name), name)
        existing(place, name)
        node.change({ kind: 'remove', name })
      }),
    sync: () => whole('folder-sync', () => node.sync()),
    folder: (name) => perform('folder', name, () => openFolder(innerPlace(place, name))),
    lock: (name) =>
      perform('lock', name, () => {
        const release = takeLock(place, name)
        return { release: () => perform('unlock', name, release) }
      }),
  }
}

/** @throws DiskError `DISK_EXISTS`. */
function newFile({ machine, node, path }: FolderPlace, name: string): FileNode {
  if (node.names.has(name) || node.locks.has(name)) {
    throw new DiskError(
      'DISK_EXISTS',
      `${path}/${name}`,
      'exists already; take another name or remove it first.',
    )
  }
  const file = new FileNode(new Uint8Array(), machine.clock.now())
  node.change({ kind: 'make', name, node: file })
  return file
}

/** Takes a lock. @returns what gives it back. */
function takeLock({ machine, node, path }: FolderPlace, name: string): () => void {
  requireFree(node, `${path}/${name}`, name)
  const found = node.names.get(name)
  if (found?.kind === 'folder') throw noFile(`${path}/${name}`)
  if (found !== undefined) {
    throw new DiskError(
      'DISK_LOCKED',
      `${path}/${name}`,
      'is a file that is no lock; take another name or remove it.',
    )
  }
  const lock = new FileNode(new TextEncoder().encode('simulated lock\n'), machine.clock.now())
  node.locks.set(name, lock)
  return () => {
    if (node.locks.get(name) === lock) node.locks.delete(name)
  }
}

function requireFree(node: FolderNode, path: string, name: string): void {
  if (node.locks.has(name)) {
    throw new DiskError('DISK_LOCKED', path, 'is locked by this process, which still runs; release it first.')
  }
}

/** The folder of this name within, made where it is missing. */
export function innerPlace({ machine, node, path, within }: FolderPlace, name: string): FolderPlace {
  const found = node.names.get(name)
  if (found?.kind === 'file') {
    throw new DiskError('DISK_UNSAFE', `${path}/${name}`, 'is a file, not a folder; name a folder.')
  }
  const folder = found ?? new FolderNode()
  if (found === undefined) node.change({ kind: 'make', name, node: folder })
  return { machine, node: folder, path: `${path}/${name}`, within: `${within}${name}/` }
}

/** @throws DiskError `DISK_NOT_FOUND`, or `DISK_UNSAFE` for a folder. */
export function existing({ node, path }: FolderPlace, name: string): FileNode {
  const found = node.names.get(name) ?? node.locks.get(name)
  if (found?.kind === 'file') return found
  if (found !== undefined) throw noFile(`${path}/${name}`)
  throw new DiskError('DISK_NOT_FOUND', `${path}/${name}`, 'does not exist.')
}

/** @throws DiskError `DISK_UNSAFE` where a name would lead elsewhere. */
export function requirePlain(name: string, path: string): void {
  if (!/^(?!\.{1,2}$)[^/\p{Cc}]+$/u.test(name)) {
    throw new DiskError('DISK_UNSAFE', `${path}/${name}`, 'is not the plain name of one file.')
  }
}

function namesOf(node: FolderNode, kind: 'file' | 'folder'): string[] {
  return [...node.names].filter(([, inner]) => inner.kind === kind).map(([name]) => name)
}

function noFile(path: string): DiskError {
  return new DiskError('DISK_UNSAFE', path, 'is a folder, not a file; name a file.')
}
