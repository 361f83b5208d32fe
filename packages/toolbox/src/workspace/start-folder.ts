import { isHarnessError } from '@millrace/schema'
import { MatchWork } from '../patterns/match-work.ts'
import { FolderPool } from './folder-pool.ts'
import { IgnoreStack } from './ignore-stack.ts'
import { OpenFolder } from './open-folder.ts'
import type { FileDirectory, FileOperations } from './operations.ts'
import type { SkipTally } from './skipped.ts'

/** The folder in which a search begins. */
export interface StartFolder {
  readonly folder: OpenFolder
  /** Whether ignore rules hide it; it is searched all the same, as it was named, and by its own rules alone. */
  readonly isIgnored: boolean
  /** The rules around it that count in it. */
  readonly around: IgnoreStack
  /** Whether no link leads to it. */
  readonly isReal: boolean
}

/** Opens the folder with these names from the workspace, with the ignore rules of all folders around it. */
export async function openStart(
  files: FileOperations,
  names: readonly string[],
  tally: SkipTally,
  signal: AbortSignal,
): Promise<StartFolder> {
  const pool = new FolderPool()
  const list = (depth: number, around: IgnoreStack): Promise<OpenFolder> => {
    const path = names.slice(0, depth)
    const open = (): Promise<FileDirectory> => files.directory(path.join('/'), signal)
    return OpenFolder.list({ names: path, around, pool, open }, tally, signal)
  }
  let around = IgnoreStack.empty
  let isIgnored = false
  let isReal = true
  for (let depth = 0; depth < names.length; depth += 1) {
    const folder = await list(depth, around)
    around = folder.ignore
    const entry = folder.takeEntries().find(({ name }) => name === names[depth])
    isReal &&= entry?.kind === 'directory'
    await folder.release()
    isIgnored ||= around.ignores(names.slice(0, depth + 1), true, new MatchWork())
  }
  if (isIgnored) around = IgnoreStack.empty
  return { folder: await list(names.length, around), isIgnored, around, isReal }
}

/**
 * Opens the folder in which the matches of a pattern lie: the searched one, or further in where all matches share
 * a path. Undefined where that does not exist; throws where the searched folder itself does not.
 * @param path - the searched folder, from the workspace.
 * @param base - the names that all matches share from there on.
 */
export async function openBase(
  files: FileOperations,
  path: string,
  base: readonly string[],
  tally: SkipTally,
  signal: AbortSignal,
): Promise<StartFolder | undefined> {
  const names = path === '' ? [] : path.split('/')
  if (base.length === 0) return openStart(files, names, tally, signal)
  await (await files.directory(path, signal)).close()
  try {
    return await openStart(files, [...names, ...base], tally, signal)
  } catch (error) {
    const isMissing = isHarnessError(error) && ['FS_NOT_FOUND', 'FS_NOT_DIRECTORY'].includes(error.code)
    if (isMissing) return undefined
    throw error
  }
}
