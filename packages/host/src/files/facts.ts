import type { BigIntStats, Dirent } from 'node:fs'

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
  /** Another text whenever the content, the permissions or the file itself is another; only good for comparing. */
  readonly version: string
}

/** One name in a directory. */
export interface DirectoryEntry {
  readonly name: string
  readonly kind: FileKind
  /** What it really is, of a name that is not UTF-8 and that no path can spell; the kind is `other` then. */
  readonly unspellable?: FileKind
}

/** The kind of an entry, by what the system says of it. */
export function kindOf(entry: BigIntStats | Dirent<string | Buffer>): FileKind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'symlink' : 'other'
}

/** The facts of an entry, by what the system says of it. */
export function factsOf(stats: BigIntStats): FileFacts {
  return {
    kind: kindOf(stats),
    size: Number(stats.size),
    mtimeMs: mtimeOf(stats),
    mode: modeOf(stats),
    version: versionOf(stats),
  }
}

/** The permission bits of an entry. */
export function modeOf(stats: BigIntStats): number {
  return Number(stats.mode) & 0o7777
}

/** When an entry's content last changed, in milliseconds since 1970 with their fraction. */
export function mtimeOf(stats: BigIntStats): number {
  return Number(stats.mtimeNs) / 1e6
}

/** What tells an entry from every other of the machine. Ids of files on Windows do not fit into a number. */
export function identityOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`
}

/** What tells a state of an entry from every other state: `ctime` cannot be set back by a program, `mtime` can. */
export function versionOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
}
