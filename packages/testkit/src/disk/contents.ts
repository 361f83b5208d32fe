import { FileNode } from './file-node.ts'
import type { FolderNode } from './folder-node.ts'
import { existing, innerPlace, requirePlain, type FolderPlace } from './open-folder.ts'

/** All files below a folder by name, with the folders before it. */
export function filesOf(folder: FolderNode, within = ''): Map<string, FileNode> {
  const files = new Map<string, FileNode>()
  for (const [name, node] of folder.names) {
    if (node.kind === 'file') files.set(within + name, node)
    else for (const [inner, file] of filesOf(node, `${within}${name}/`)) files.set(inner, file)
  }
  return files
}

/** The file of a name that may have folders before it. @throws DiskError `DISK_NOT_FOUND`. */
export function fileAt(place: FolderPlace, name: string): FileNode {
  return filesOf(place.node).get(name) ?? existing(place, name)
}

/** Puts a file there, durable, and with it the names of its folders. */
export function putFile(place: FolderPlace, name: string, content: Uint8Array | string): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const [first = '', ...rest] = name.split('/')
  requirePlain(first, place.path)
  if (rest.length > 0) {
    const inner = innerPlace(place, first)
    place.node.sync()
    return putFile(inner, rest.join('/'), bytes)
  }
  const node = new FileNode(bytes, place.machine.clock.now())
  place.node.change({ kind: 'make', name: first, node })
  place.node.sync()
}
