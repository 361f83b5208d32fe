import { lstat, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from './file-error.ts'

/**
 * Makes a folder and those above it, where they are missing. The system's own way to do that never ends where there is a
 * folder that cannot have any more in it, as in `/proc`.
 *
 * @returns the first that was made.
 */
export async function makeFolders(path: string, mode: number): Promise<string | undefined> {
  try {
    return await makeOne(path, mode)
  } catch (error) {
    const above = dirname(path)
    if (!isErrno(error, 'ENOENT') || above === path) throw error
    const first = await makeFolders(above, mode)
    const own = await makeOne(path, mode)
    return first ?? own
  }
}

/** @returns the folder, unless it was there. */
async function makeOne(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode })
    return path
  } catch (error) {
    // Some systems name another cause where something is there.
    if (!isErrno(error, 'ENOENT') && (await isThere(path))) return undefined
    throw error
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
