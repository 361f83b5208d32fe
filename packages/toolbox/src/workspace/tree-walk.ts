import type { GlobPattern, GlobProgress } from '../patterns/glob-pattern.ts'
import { IgnoreStack } from './ignore-stack.ts'
import { OpenFolder } from './open-folder.ts'
import type { FileDirectory, FileOperations } from './operations.ts'
import type { Pace } from './pace.ts'
import { SkipTally } from './skipped.ts'

/** Folders that are listed ahead of the walk. */
const folderLookahead = 8

/** What to walk. */
export interface WalkRequest {
  /** The folder to begin in, as its names from the workspace. */
  readonly from: readonly string[]
  /** Which files to find, by their paths from `from` on. */
  readonly pattern: GlobPattern
  /** Find names that ignore rules and a leading dot would hide: they were named exactly. */
  readonly exact?: boolean
  /** Find symbolic links too; they are never followed. */
  readonly links: boolean
  readonly signal: AbortSignal
  readonly pace: Pace
  readonly tally: SkipTally
}

/** Files of one folder that follow each other in the order of their paths; release the folder after use. */
export interface FoundFiles {
  readonly folder: OpenFolder
  readonly names: readonly string[]
}

/** Work that is left, the next on top. Each holds its folder. */
type Pending =
  | { readonly kind: 'files'; readonly folder: OpenFolder; readonly names: string[] }
  | PendingFolder

interface PendingFolder {
  readonly kind: 'folder'
  readonly parent: OpenFolder
  readonly name: string
  readonly progress: GlobProgress
  opened?: Promise<OpenFolder | undefined>
}

/**
 * All files that match, in the order of their paths by code unit. `.git` is never entered, folders that cannot
 * hold a match are not listed, what is skipped is counted in the tally. It ends early when the pace is over.
 * @throws the error of the first folder; what fails further down is only counted.
 */
export async function* walkTree(files: FileOperations, request: WalkRequest): AsyncGenerator<FoundFiles> {
  const pending: Pending[] = []
  try {
    const top = await openTop(files, request)
    await expand(top, request.pattern.start(), request, pending)
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (request.pace.isOver) {
        pending.push(next)
        return
      }
      if (request.pace.isDue) await request.pace.rest()
      if (next.kind === 'files') {
        yield next
        continue
      }
      openAhead(next, pending, request)
      const folder = await next.opened
      if (folder !== undefined) await expand(folder, next.progress, request, pending)
    }
  } finally {
    await Promise.all(pending.map(abandon))
  }
}

async function openTop(files: FileOperations, request: WalkRequest): Promise<OpenFolder> {
  const { from, tally, signal } = request
  let around = IgnoreStack.empty
  let isIgnored = false
  for (let depth = 0; depth < from.length; depth += 1) {
    const folder = await openAt(files, from.slice(0, depth), around, request)
    around = folder.ignore
    await folder.release()
    isIgnored ||= around.ignores(from.slice(0, depth + 1), true)
  }
  // A folder that was named although it is ignored is searched by its own rules alone.
  return OpenFolder.list(await directoryAt(files, from, signal), from, isIgnored ? IgnoreStack.empty : around, tally, signal)
}
