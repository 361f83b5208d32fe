import type { Dirent, Stats } from 'node:fs'

/** What an entry is. `other` covers pipes, sockets, devices, and names that are not UTF-8. */
export type FileKind = 'file' | 'directory' | 'symlink' | 'other'

/** What is known of an entry without reading it. */
export interface FileFacts {
  readonly kind: FileKind
  /** In bytes. */
  readonly size: number
  /** When the content last changed, in milliseconds since 1970. */
  readonly mtimeMs: number
  /** The permission bits, such as `0o644`. */
  readonly mode: number
}

/** One name in a directory. */
export interface DirectoryEntry {
  readonly name: string
  readonly kind: FileKind
  /** What it really is, of a name that is not UTF-8 and that no path can spell; the kind is `other` then. */
  readonly unspellable?: FileKind
}

/** The kind of an entry, by what the system says of it. */
export function kindOf(entry: Stats | Dirent<string | Buffer>): FileKind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'symlink' : 'other'
}

/** The facts of an entry, by what the system says of it. */
export function factsOf(stats: Stats): FileFacts {
  return { kind: kindOf(stats), size: stats.size, mtimeMs: stats.mtimeMs, mode: stats.mode & 0o7777 }
}
