import { FileError } from '@millrace/host'
import { isHarnessError, nearest } from '@millrace/schema'
import type { FileOperations } from './operations.ts'

/** Names that are looked through for one that was meant. */
const maxNames = 5000

/**
 * A failure to reach a path, with what helps to mend it: names in the same folder that were perhaps meant, or how
 * to look into a folder. Any other failure stays what it is.
 */
export async function explained(files: FileOperations, path: string, error: unknown): Promise<unknown> {
  if (!isHarnessError(error)) return error
  if (error.code === 'FS_NOT_FOUND') {
    const meant = await nearestPaths(files, path)
    if (meant.length > 0) {
      return new FileError('FS_NOT_FOUND', path, `does not exist; did you mean ${meant.join(' or ')}?`, {
        cause: error,
      })
    }
  }
  if (error.code === 'FS_NOT_REGULAR_FILE' && (await isFolder(files, path))) {
    return new FileError('FS_NOT_REGULAR_FILE', path, 'is a folder, not a file; list it with the glob tool', {
      cause: error,
    })
  }
  return error
}

async function nearestPaths(files: FileOperations, path: string): Promise<string[]> {
  try {
    const names = files.locate(path).split('/')
    const name = names.pop() ?? ''
    const folder = await files.directory(names.join('/'))
    try {
      const entries = await folder.list()
      const known = entries.slice(0, maxNames).map((entry) => entry.name)
      return nearest(name, known, 3).map((meant) => JSON.stringify([...names, meant].join('/')))
    } finally {
      await folder.close()
    }
  } catch (error) {
    if (isHarnessError(error)) return []
    throw error
  }
}

async function isFolder(files: FileOperations, path: string): Promise<boolean> {
  try {
    return (await files.stat(path)).kind === 'directory'
  } catch (error) {
    if (isHarnessError(error)) return false
    throw error
  }
}
