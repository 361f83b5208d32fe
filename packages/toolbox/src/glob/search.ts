import { isHarnessError } from '@millrace/schema'
import { parseGlob, type GlobPattern } from '../patterns/glob-pattern.ts'
import { PatternError } from '../patterns/pattern-error.ts'
import type { OpenFolder } from '../workspace/open-folder.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { Pace } from '../workspace/pace.ts'
import type { FoundFiles } from '../workspace/pending-stack.ts'
import { invalidPattern } from '../workspace/search-error.ts'
import { SkipTally, walkReasons } from '../workspace/skipped.ts'
import { openBase } from '../workspace/start-folder.ts'
import { walkTree } from '../workspace/tree-walk.ts'
import { globLimits } from './limits.ts'
import { firstPaths, newestPaths, type ListedPaths } from './listed-paths.ts'
import type { GlobValue } from './value.ts'

/** What to find, and where; checked already. */
export interface GlobRequest {
  /** Relative to `path`, or absolute inside the workspace. */
  readonly pattern: string
  /** As it was given; `.` for the whole workspace. */
  readonly path: string
  readonly sort: 'path' | 'newest'
  readonly maxPaths: number
  readonly budgetMs: number
  readonly signal: AbortSignal
}

/** Finds files by a pattern over their paths. */
export async function glob(files: FileOperations, request: GlobRequest): Promise<GlobValue> {
  const { signal } = request
  const { pattern, path } = locate(files, request)
  const pace = new Pace(signal, request.budgetMs)
  const tally = new SkipTally()
  const listed = request.sort === 'newest' ? newestPaths(request.maxPaths) : firstPaths(request.maxPaths)
  const start = await openBase(files, path, pattern.base, tally, signal)
  if (start !== undefined) {
    const options = { files, pattern, links: true, signal, pace, tally }
    for await (const found of walkTree(start.folder, options)) {
      await add(found, listed, request, pace, tally)
    }
  }
  const paths = listed.finish()
  const isFolder = listed.total === 0 && (await namesFolder(files, request))
  return {
    pattern: request.pattern,
    path: path === '' ? '.' : path,
    paths,
    total: listed.total,
    truncated: listed.total > paths.length,
    ...(isFolder ? { isFolder } : {}),
    ...tally.facts(walkReasons),
    ...(start?.isIgnored === true ? { startIgnored: true } : {}),
    ...(pace.endedEarly ? { incomplete: true } : {}),
  }
}

/** Whether a pattern is simply the path of a folder, which is no file to list. */
async function namesFolder(files: FileOperations, { pattern, path, signal }: GlobRequest): Promise<boolean> {
  if (/[*?[\]{}!\\]/.test(pattern)) return false
  try {
    return (
      (await files.stat(pattern.startsWith('/') ? pattern : `${path}/${pattern}`, signal)).kind ===
      'directory'
    )
  } catch (error) {
    if (isHarnessError(error)) return false
    throw error
  }
}

function locate(files: FileOperations, request: GlobRequest): { pattern: GlobPattern; path: string } {
  const isAbsolute = request.pattern.startsWith('/')
  const source = isAbsolute ? files.locate(request.pattern) : request.pattern
  try {
    return { pattern: parseGlob(source), path: files.locate(isAbsolute ? '.' : request.path) }
  } catch (error) {
    throw error instanceof PatternError ? invalidPattern(request.pattern, error.message) : error
  }
}

async function add(
  { folder, names }: FoundFiles,
  listed: ListedPaths,
  request: GlobRequest,
  pace: Pace,
  tally: SkipTally,
): Promise<void> {
  try {
    if (request.sort === 'path') {
      for (const name of names) {
        if (pace.isDue) await pace.rest()
        listed.add(folder.pathOf(name), 0)
      }
      return
    }
    for (let at = 0; at < names.length; at += globLimits.statsAtOnce) {
      const some = names.slice(at, at + globLimits.statsAtOnce)
      const times = await Promise.all(some.map((name) => modifiedMs(folder, name, request.signal, tally)))
      for (const [index, name] of some.entries()) listed.add(folder.pathOf(name), times[index] ?? 0)
    }
  } finally {
    await folder.release()
  }
}

/**
 * A file whose time cannot be read, as it vanished or may not be looked at, sorts last; without descriptors for the
 * look the order means nothing, which is told.
 */
async function modifiedMs(
  folder: OpenFolder,
  name: string,
  signal: AbortSignal,
  tally: SkipTally,
): Promise<number> {
  try {
    return (await folder.use((directory) => directory.stat(name, signal))).mtimeMs
  } catch (error) {
    if (!isHarnessError(error)) throw error
    if (error.code === 'FS_TOO_MANY_OPEN') tally.failed(folder.pathOf(name), error)
    return 0
  }
}
