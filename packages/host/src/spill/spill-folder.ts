import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../files/make-folders.ts'
import { isOwnPrivate } from '../files/own-private.ts'
import { SpillError } from './spill-error.ts'
import { isSpillName, ownerOf, type SpillOwner } from './spill-name.ts'

/**
 * Makes sure that a folder exists which nobody else can write to or look into.
 *
 * @throws SpillError `SPILL_FOLDER_UNSAFE` where something else stands there.
 */
export async function requirePrivateFolder(folder: string): Promise<void> {
  await makeFolders(folder, 0o700)
  await requireOwnFolder(folder)
}

/**
 * Makes sure that nobody else can write to a folder that is there.
 *
 * @throws SpillError as above; the system's error where nothing is there, or where it cannot be looked at.
 */
export async function requireOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder)
  const refuse = (problem: string) => {
    throw new SpillError('SPILL_FOLDER_UNSAFE', folder, `${problem}; name another folder to keep output in`)
  }
  if (!found.isDirectory()) refuse('is a link or a file, not a folder')
  if (!isOwnPrivate(found)) refuse('belongs to another user, or can be written to by others')
}

/** How much of what is left in a folder may stay. */
export interface Leavings {
  /** Milliseconds since the last writing. */
  readonly maxAgeMs: number
  /** Bytes of all files together, those of living hosts included. */
  readonly maxBytes: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Removes what former hosts left: files older than an age, and of the others the oldest, until they fit. A file of a
 * host that still lives stays, whatever its age and size: somebody may have been told to read it.
 */
export async function removeOldFiles(folder: string, { maxAgeMs, maxBytes, now }: Leavings): Promise<void> {
  const files = []
  for (const name of await readdir(folder)) {
    if (!isSpillName(name)) continue
    const path = join(folder, name)
    const found = await lstat(path).catch(unlessGone)
    if (found?.isFile() !== true) continue
    const { size, mtimeMs } = found
    files.push({ path, size, mtimeMs, owner: ownerOf(name) })
  }
  let kept = 0
  for (const { path, size, mtimeMs, owner } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    const isOld = now - mtimeMs > maxAgeMs
    kept += size
    if (!mayGo(owner, isOld) || !(isOld || kept > maxBytes)) continue
    await unlink(path).catch(unlessGone)
  }
}

// Whether a host lives that numbers its processes apart cannot be seen; if it does, it keeps its files young.
function mayGo(owner: SpillOwner, isOld: boolean): boolean {
  return owner === 'none' || owner === 'dead' || (owner === 'unknown' && isOld)
}

/** Another host may have removed it in between. */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
