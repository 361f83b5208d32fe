import { FileError } from '@millrace/host'
import { isHarnessError, nearest } from '@millrace/schema'
import { AbortError } from '../failures/abort-error.ts'
import type { FileDirectory, FileOperations } from './operations.ts'

/** Names that are looked through for one that was meant. */
const maxNames = 5000
/** Folders on the way to a path that are looked for, from its end on. */
const mostLevels = 64

/**
 * Runs the work of a tool that was asked for a path. What it throws is explained; once the caller has given up it is
 * reported as the cancellation instead.
 */
export async function onFiles<T>(
  files: FileOperations,
  path: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) {
      const reason = await explained(files, path, error)
      if (!signal.aborted) throw reason
    }
    throw isHarnessError(error) && error.code === 'ABORTED' ? error : new AbortError()
  }
}

/**
 * A failure to reach a path, with what helps to mend it: names in the same folder that were perhaps meant, why a
 * name that is there leads nowhere, or how to look into a folder. Any other failure stays what it is.
 */
async function explained(files: FileOperations, path: string, error: unknown): Promise<unknown> {
  if (!isHarnessError(error)) return error
  if (error.code === 'FS_NOT_FOUND') {
    const problem = await whyMissing(files, path)
    if (problem !== undefined) return new FileError('FS_NOT_FOUND', path, problem, { cause: error })
  }
  if (error.code === 'FS_OUTSIDE_ROOT') {
    const asked = error instanceof FileError ? error.path : path
    return new FileError('FS_OUTSIDE_ROOT', asked, 'leads outside the workspace; give a path inside it', {
      cause: error,
    })
  }
  if (error.code === 'FS_NOT_REGULAR_FILE' && (await isFolder(files, path))) {
    return new FileError('FS_NOT_REGULAR_FILE', path, 'is a folder, not a file; list it with the glob tool', {
      cause: error,
    })
  }
  return error
}

/** What completes the sentence about a path that leads nowhere; undefined where nothing more is known. */
async function whyMissing(files: FileOperations, path: string): Promise<string | undefined> {
  try {
    const names = files.locate(path).split('/')
    for (let depth = names.length - 1; depth >= Math.max(0, names.length - mostLevels); depth -= 1) {
      const folder = await folderAt(files, names.slice(0, depth))
      if (folder !== undefined) return await whyNotIn(folder, names, depth)
    }
    return undefined
  } catch (error) {
    if (isHarnessError(error)) return undefined
    throw error
  }
}

/** Undefined where there is none. */
async function folderAt(files: FileOperations, names: readonly string[]): Promise<FileDirectory | undefined> {
  try {
    return await files.directory(names.join('/'))
  } catch (error) {
    if (isHarnessError(error) && error.code === 'FS_NOT_FOUND') return undefined
    throw error
  }
}

/** The same sentence, by the deepest folder that is there: that of the name at this depth. It is closed. */
async function whyNotIn(
  folder: FileDirectory,
  names: readonly string[],
  depth: number,
): Promise<string | undefined> {
  const [around, name = ''] = [names.slice(0, depth), names[depth]]
  try {
    const entries = await folder.list()
    const same = entries.find((entry) => entry.name === name)
    if (same?.kind === 'symlink') return 'is a link that leads nowhere'
    if (same?.kind === 'other')
      return 'stands for a name that is not UTF-8, which no path can spell; rename it'
    const known = entries.slice(0, maxNames).filter((entry) => entry !== same && entry.kind !== 'other')
    const near = nearest(
      name,
      known.map((entry) => entry.name),
      3,
    )
    const meant = near.map((each) => JSON.stringify([...around, each].join('/')))
    const advice = meant.length === 0 ? undefined : `did you mean ${meant.join(' or ')}?`
    if (depth === names.length - 1) return advice === undefined ? undefined : `does not exist; ${advice}`
    const where = around.length === 0 ? 'the workspace' : JSON.stringify(around.join('/'))
    return `does not exist: ${where} has no folder ${JSON.stringify(name)}; ${advice ?? 'look for it with the glob tool'}`
  } finally {
    await folder.close()
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
