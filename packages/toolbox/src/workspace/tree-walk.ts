import { FileError, type DirectoryEntry } from '@millrace/host'
import type { GlobPattern, GlobProgress } from '../patterns/glob-pattern.ts'
import { MatchWork } from '../patterns/match-work.ts'
import { FolderLister } from './folder-lister.ts'
import { OpenFolder } from './open-folder.ts'
import type { FileOperations } from './operations.ts'
import type { Pace } from './pace.ts'
import { PendingStack, type FoundFiles, type Pending, type PendingFolder } from './pending-stack.ts'
import type { SkipTally } from './skipped.ts'

/** Steps of matching after which it is seen to that others get their turn: far less than a millisecond. */
const stepsPerLook = 20_000

/** Steps that one entry counts for beside its matching, so that cheap ones add up too. */
const stepsPerEntry = 150

/** How to walk. */
export interface WalkOptions {
  readonly files: Pick<FileOperations, 'listTogether'>
  /** Which files to find, by their paths below the first folder. */
  readonly pattern: GlobPattern
  /** Find symbolic links too; they are never followed. */
  readonly links: boolean
  readonly signal: AbortSignal
  readonly pace: Pace
  /** Counts what is skipped. */
  readonly tally: SkipTally
}

/**
 * All files that match, in the order of their paths by code unit; it takes over the folder. `.git` is never
 * entered, folders that cannot hold a match are not listed, and what fails is only counted. When the time budget
 * is used up it ends early, and the pace says so.
 */
export async function* walkTree(top: OpenFolder, options: WalkOptions): AsyncGenerator<FoundFiles> {
  const { pattern, pace, signal } = options
  const lister = new FolderLister(options.files, signal)
  const stack = new PendingStack((pending) => openFolder(pending, lister, options))
  try {
    stack.push(await select(top, pattern.start(), options))
    while (!stack.isEmpty) {
      if (pace.isDue) await pace.rest()
      if (pace.isOver) {
        pace.endEarly()
        return
      }
      const next = stack.pop()
      if (next?.kind === 'files') {
        yield next
      } else if (next !== undefined) {
        const folder = await next.opened
        if (signal.aborted) await folder?.release()
        signal.throwIfAborted()
        if (folder !== undefined) stack.push(await select(folder, next.progress, options))
      }
    }
  } finally {
    await stack.abandon()
  }
}

/** Never rejects: what cannot be opened is counted, and an abort is noticed by the walk itself. */
async function openFolder(
  { parent, name }: PendingFolder,
  lister: FolderLister,
  { tally, signal }: WalkOptions,
): Promise<OpenFolder | undefined> {
  try {
    const place = {
      names: [...parent.names, name],
      around: parent.ignore,
      pool: parent.pool,
      parent,
      entries: await lister.list(parent.pathOf(name)),
      open: () => parent.use((directory) => directory.directory(name, signal)),
    }
    return await OpenFolder.list(place, tally, signal)
  } catch (error) {
    if (!signal.aborted) tally.failed(parent.pathOf(name), error)
    return undefined
  } finally {
    await parent.release()
  }
}

/**
 * What a folder holds that matters, in order, as far as the time budget reaches; it lets go of the folder itself.
 */
async function select(folder: OpenFolder, progress: GlobProgress, options: WalkOptions): Promise<Pending[]> {
  const selected: Pending[] = []
  let run: string[] | undefined
  const { pace, tally } = options
  const work = new MatchWork()
  try {
    for (const entry of folder.takeEntries()) {
      work.steps += stepsPerEntry
      if (work.steps > stepsPerLook) {
        work.steps = 0
        if (pace.isDue) await pace.rest()
        if (pace.isOver) {
          pace.endEarly()
          break
        }
      }
      if (entry.unspellable === 'directory') {
        const inside = admitFolder(folder, entry.name, progress, options, work)
        if (inside !== undefined) tally.failed(folder.pathOf(entry.name), unspellable(entry.name))
      } else if (entry.kind === 'directory') {
        const inside = admitFolder(folder, entry.name, progress, options, work)
        if (inside === undefined) continue
        selected.push({ kind: 'folder', parent: folder.hold(), name: entry.name, progress: inside })
        run = undefined
      } else if (admitFile(folder, entry, progress, options, work)) {
        if (run === undefined) selected.push({ kind: 'files', folder: folder.hold(), names: (run = []) })
        run.push(entry.name)
      }
    }
    return selected
  } catch (error) {
    for (const _ of selected) await folder.release()
    throw error
  } finally {
    await folder.release()
  }
}

function unspellable(name: string): FileError {
  return new FileError(
    'FS_INVALID_PATH',
    name,
    'stands for a name that is not UTF-8, which no path can spell',
  )
}

function admitFolder(
  folder: OpenFolder,
  name: string,
  progress: GlobProgress,
  { pattern, tally }: WalkOptions,
  work: MatchWork,
): GlobProgress | undefined {
  if (name === '.git') return undefined
  const inside = pattern.folder(progress, name, work)
  if (inside === 'differs') return undefined
  if (inside === 'hidden') tally.counts.hidden += 1
  else if (!folder.ignore.ignores([...folder.names, name], true, work)) return inside
  else tally.counts.ignored += 1
  return undefined
}

function admitFile(
  folder: OpenFolder,
  { name, kind }: DirectoryEntry,
  progress: GlobProgress,
  { pattern, links, tally }: WalkOptions,
  work: MatchWork,
): boolean {
  const verdict = pattern.file(progress, name, work)
  if (verdict === 'differs' || name === '.git') return false
  if (verdict === 'hidden') tally.counts.hidden += 1
  else if (!pattern.literal && folder.ignore.ignores([...folder.names, name], false, work))
    tally.counts.ignored += 1
  else if (kind !== 'file' && !(links && kind === 'symlink')) tally.counts.special += 1
  else return true
  return false
}
