import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { ConfinedRoot } from '../files/confined-root.ts'
import type { FileFacts } from '../files/facts.ts'
import { FileError, isErrno } from '../files/file-error.ts'
import type { FileRead, ReadOptions } from '../files/read-file.ts'
import { isSpillName } from './spill-name.ts'
import { requireOwnFolder } from './spill-folder.ts'

/** The files of a spill folder, for reading one by one; nobody can list them. */
export interface SpillReader {
  /** The one spelling of a path that names a file of the folder, absolute; undefined for every other path. */
  locate(path: string): string | undefined
  /** The facts of a file. @throws FileError for one that is not, or no longer, there. */
  stat(path: string, signal?: AbortSignal): Promise<FileFacts>
  /** Bytes of a file. @throws FileError as above; SpillError where others could write to the folder. */
  read(path: string, options?: ReadOptions): Promise<FileRead>
}

/**
 * Reads what stores keep in a folder, those of former hosts too. Nothing is opened before the first reading, so the
 * folder need not exist.
 *
 * @param folder - as the store was opened with.
 */
export function spillReader(folder: string): SpillReader {
  const home = resolve(folder)
  const locate = (path: string): string | undefined => {
    if (!isAbsolute(path) || dirname(path) !== home) return undefined
    const name = basename(path)
    return isSpillName(name) ? join(home, name) : undefined
  }
  const within = async <T>(
    path: string,
    work: (root: ConfinedRoot, name: string) => Promise<T>,
  ): Promise<T> => {
    if (locate(path) === undefined)
      throw new FileError('FS_OUTSIDE_ROOT', path, 'is not the name of kept output')
    try {
      await requireOwnFolder(home)
      const root = await ConfinedRoot.open(home)
      try {
        return await work(root, basename(path))
      } finally {
        await root.close()
      }
    } catch (error) {
      throw isMissing(error) ? gone(path, error) : error
    }
  }
  return {
    locate,
    stat: (path, signal) => within(path, (root, name) => root.stat(name, signal)),
    read: (path, options) =>
      within(path, async (root, name) => {
        const found = await root.read(name, options)
        return { ...found, location: join(home, found.location) }
      }),
  }
}

function isMissing(error: unknown): boolean {
  return isErrno(error, 'ENOENT') || (error instanceof FileError && error.code === 'FS_NOT_FOUND')
}

function gone(path: string, cause: unknown): FileError {
  const problem = 'is not there: kept output is removed after a while; make the call that gave it again'
  return new FileError('FS_NOT_FOUND', path, problem, { cause })
}
