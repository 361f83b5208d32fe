import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { isHarnessError, shown } from '@millrace/protocol'
import { ConfinedRoot } from './confined-root.ts'
import { FileError, fileErrorOf, isErrno } from './file-error.ts'

/** How files are looked for upward. */
export interface UpwardOptions {
  /** Bytes of each file that are read at most. 32 KiB unless given. */
  readonly maxBytes?: number
  /** What marks the outermost folder, as an entry in it. `.git` unless given. */
  readonly until?: string
  readonly signal?: AbortSignal
}

/** A file that was found. */
export interface UpwardFile {
  /** Absolute, through folders without links; the file itself may be a link. */
  readonly path: string
  /** Its beginning, or all of it, ending between two code points. */
  readonly text: string
  /** Of the whole file. */
  readonly bytes: number
  /** How many of them the text stands for; fewer where the file was cut. */
  readonly readBytes: number
}

/** What was found upward of a folder. */
export interface UpwardFiles {
  /** The outermost folder that was looked at. */
  readonly root: string
  /** The outermost first. */
  readonly files: readonly UpwardFile[]
  /** Files that are there and were not read, and why. */
  readonly skipped: readonly { readonly path: string; readonly problem: string }[]
}

const usualBytes = 32 * 1024

/**
 * Reads one file of each folder from the repository's root down to a folder: the first of the names that is there. The
 * root is the nearest folder, upward, with the marker in it; where there is none, the folder alone is looked at. A marker
 * counts only if it belongs to this user, or to the owner of the folder: in a place that everybody writes to, others
 * cannot put files over ours.
 *
 * Only regular files of UTF-8 text count. Links are followed as long as they stay within the root. A file that is there
 * but cannot be read is skipped and told of; the next name does not take its place.
 *
 * @throws FileError where the folder cannot be opened; TypeError for a path that is not absolute.
 */
export async function readUpward(
  folder: string,
  names: readonly string[],
  options: UpwardOptions = {},
): Promise<UpwardFiles> {
  if (!isAbsolute(folder)) throw new TypeError(`the folder must be an absolute path, not "${shown(folder)}"`)
  const { maxBytes = usualBytes, until = '.git', signal } = options
  const start = await realFolder(folder)
  signal?.throwIfAborted()
  const root = await rootOf(start, until)
  const confined = await ConfinedRoot.open(root)
  const files: UpwardFile[] = []
  const skipped: { path: string; problem: string }[] = []
  try {
    for (const each of foldersDown(root, start)) {
      const found = await firstOf(confined, each, names, { maxBytes, ...(signal && { signal }) })
      if (found === undefined) continue
      if ('problem' in found) skipped.push(found)
      else files.push(found)
    }
  } finally {
    await confined.close()
  }
  return { root, files, skipped }
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    throw fileErrorOf(error, folder)
  }
}

async function rootOf(start: string, marker: string): Promise<string> {
  const owners = new Set([process.getuid?.(), (await lstat(start)).uid])
  for (let at = start; ; at = dirname(at)) {
    const owner = await ownerOf(join(at, marker))
    if (owner !== undefined && (process.getuid === undefined || owners.has(owner))) return at
    if (dirname(at) === at) return start
  }
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).uid
  } catch (error) {
    // A folder that may not be looked into has no marker for us.
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG')) return undefined
    throw fileErrorOf(error, path)
  }
}

function foldersDown(root: string, start: string): string[] {
  const folders: string[] = []
  for (let at = start; ; at = dirname(at)) {
    folders.unshift(at)
    if (at === root) return folders
  }
}

async function firstOf(
  confined: ConfinedRoot,
  folder: string,
  names: readonly string[],
  options: { maxBytes: number; signal?: AbortSignal },
): Promise<UpwardFile | { path: string; problem: string } | undefined> {
  for (const name of names) {
    const path = resolve(folder, name)
    try {
      const { bytes, size } = await confined.read(relative(confined.path, path), options)
      const decoded = decode(bytes, size)
      return decoded === undefined
        ? { path, problem: 'is no text in UTF-8' }
        : { path, bytes: size, ...decoded }
    } catch (error) {
      if (options.signal?.aborted === true) throw error
      if (!isHarnessError(error)) throw error
      if (error.code === 'FS_NOT_FOUND' && !(await isThere(path))) continue
      return { path, problem: problemOf(error) }
    }
  }
  return undefined
}

/** A link that leads nowhere is there, and is not to be passed over in silence. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    throw fileErrorOf(error, path)
  }
}

/** Without the path, which the note names anyway. */
function problemOf(error: Error): string {
  const quoted = /^"[^"]*" /
  return error instanceof FileError ? error.message.replace(quoted, '') : error.message
}

/** `undefined` for bytes that are no text. A code point that a cut file ends in is left out. */
function decode(bytes: Uint8Array, size: number): { text: string; readBytes: number } | undefined {
  const whole = bytes.length >= size
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
    return text.includes('\0') ? undefined : { text, readBytes: whole ? size : Buffer.byteLength(text) }
  } catch {
    return undefined
  }
}
