import { lstat, mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { SpillError } from './spill-error.ts'

/** What the files of a store are called, so that no other file is taken for one. */
export const spillName = /^[a-z0-9_-]{1,40}-[0-9a-f]{32}\.txt$/

/**
 * Makes sure that a folder exists which nobody else can write to or look into.
 *
 * @throws SpillError `SPILL_FOLDER_UNSAFE` where something else stands there.
 */
export async function requirePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const refuse = (problem: string) => {
    throw new SpillError('SPILL_FOLDER_UNSAFE', folder, `${problem}; name another folder to keep output in`)
  }
  if (!found.isDirectory()) refuse('is a link or a file, not a folder')
  const user = process.getuid?.()
  if (user === undefined) return
  if (found.uid !== user) refuse('belongs to another user')
  if ((found.mode & 0o022) !== 0) refuse('can be written to by other users')
}

/**
 * Removes what former hosts left: files older than an age, and of the others the oldest, until they fit.
 *
 * @param maxAgeMs - since the last writing.
 * @param now - milliseconds since 1970.
 */
export async function removeOldFiles(
  folder: string,
  maxAgeMs: number,
  maxBytes: number,
  now: number,
): Promise<void> {
  const files = []
  for (const name of await readdir(folder)) {
    if (!spillName.test(name)) continue
    const path = join(folder, name)
    const found = await lstat(path).catch(unlessGone)
    if (found?.isFile() === true) files.push({ path, size: found.size, mtimeMs: found.mtimeMs })
  }
  let kept = 0
  for (const { path, size, mtimeMs } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    kept += size
    if (kept > maxBytes || now - mtimeMs > maxAgeMs) await unlink(path).catch(unlessGone)
  }
}

/** Another host may have removed it in between. */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
