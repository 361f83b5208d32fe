import { isHarnessError } from '@millrace/schema'
import type { FileOperations } from '../workspace/operations.ts'
import type { Pace } from '../workspace/pace.ts'
import { SkipTally } from '../workspace/skipped.ts'
import { openStart, type StartFolder } from '../workspace/start-folder.ts'
import type { CountedTree, SearchAccelerator } from './accelerator.ts'
import { agreesWithRules } from './counted-rules.ts'
import { FileQueue } from './file-queue.ts'
import type { FileSearch } from './file-search.ts'
import { grepLimits } from './limits.ts'
import { gather, isFailure, type Gathered, type Outcome } from './outcome.ts'
import { GrepResult } from './result.ts'
import type { GrepRequest } from './search.ts'
import type { GrepValue } from './value.ts'

/** Share of the time limit after which the walk itself has to begin. */
const shareOfBudget = 0.5

/** A search whose lines are counted by an accelerator, and listed by the engine. */
export interface CountedSearch {
  readonly files: FileOperations
  readonly accelerator: SearchAccelerator
  readonly request: GrepRequest
  readonly how: FileSearch
  readonly pace: Pace
}

/**
 * Searches a folder by the counts of an accelerator; undefined where those are not to be had, or do not agree with our
 * own rules. Every line that is listed was read and matched here.
 * @param path - the folder, from the workspace.
 */
export async function countedSearch(search: CountedSearch, path: string): Promise<GrepValue | undefined> {
  const { files, request, pace } = search
  const { signal } = request
  const tally = new SkipTally()
  const start = await openStart(files, path === '' ? [] : path.split('/'), tally, signal)
  try {
    const repository = repositoryOf(start)
    const rulesAbove = start.around.gitFilesAtTop
    const isReadable = start.isReal && start.folder.ignore.isPlain && tally.counts.unreadable === 0
    if (!isReadable || rulesAbove === undefined) return undefined
    const isRepository = repository === 'here'
    const counted = await withinShare(search, (limited) =>
      search.accelerator.count({
        ...request,
        path,
        isRepository,
        // The rules of a repository end where another one begins.
        rulesAbove: repository === undefined ? rulesAbove : [],
        maxFileBytes: grepLimits.fileBytes,
        signal: limited,
      }),
    )
    if (counted === undefined || pace.isOver) return undefined
    const folder = { path, ignore: start.folder.ignore, isRepository }
    if (!(await agreesWithRules(files, counted, folder, pace, signal))) return undefined
    // Rules of the folder itself that were too costly to ask show only now.
    if (tally.counts.unreadable > 0) return undefined
    const result = new GrepResult(request.maxMatches, request.context, tally)
    if (!(await list(search, counted, { result, tally, pace, signal }))) return undefined
    return result.finish({
      pattern: request.pattern,
      path: path === '' ? '.' : path,
      startIgnored: start.isIgnored,
      incomplete: pace.endedEarly,
    })
  } finally {
    await start.folder.release()
  }
}

/** Whether a repository begins in the folder, and whether its data are there or elsewhere. */
function repositoryOf({ folder }: StartFolder): 'here' | 'elsewhere' | undefined {
  const entry = folder.takeEntries().find(({ name }) => name === '.git')
  if (entry === undefined) return undefined
  return entry.kind === 'directory' ? 'here' : 'elsewhere'
}

/** Runs a count that is stopped when its share of the time is used up; then it is undefined. */
async function withinShare(
  { request }: CountedSearch,
  count: (signal: AbortSignal) => Promise<CountedTree | undefined>,
): Promise<CountedTree | undefined> {
  const controller = new AbortController()
  const stop = (): void => controller.abort(request.signal.reason)
  request.signal.addEventListener('abort', stop)
  const timer = setTimeout(stop, Math.min(request.budgetMs * shareOfBudget, grepLimits.budgetMs))
  try {
    return await count(controller.signal)
  } catch (error) {
    request.signal.throwIfAborted()
    if (controller.signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', stop)
  }
}

/**
 * Takes over the counts, and searches the files whose lines are listed or that are left, in the order of their paths.
 * False where something cannot be read for the accelerator alone.
 */
async function list(search: CountedSearch, counted: CountedTree, gathered: Gathered): Promise<boolean> {
  const { result, pace } = gathered
  const { matching } = counted
  takeCounts(counted, gathered)
  const listed = new ListedFiles(search, gathered)
  try {
    for (const path of [...matching.keys(), ...counted.left].sort()) {
      if (pace.isDue) await pace.rest()
      if (pace.isOver) break
      const count = matching.get(path)
      // What is under way may fill the list already; only what has ended says.
      if (count !== undefined && listed.expected >= result.room) await listed.queue.finish()
      if (count !== undefined && result.room === 0) result.add(path, { count, matches: [], context: [] })
      else await listed.add(path, count ?? 0)
    }
    await listed.queue.finish()
  } finally {
    await listed.queue.abandon()
  }
  return listed.wereReadable
}

/** Files that are searched side by side, and taken in order. */
class ListedFiles {
  /** False once something could be read here that the accelerator could not read. */
  wereReadable = true
  /** Lines that the files under way are said to hold. */
  expected = 0
  readonly queue: FileQueue
  private readonly search: CountedSearch
  private readonly gathered: Gathered

  constructor(search: CountedSearch, gathered: Gathered) {
    this.search = search
    this.gathered = gathered
    this.queue = new FileQueue(search)
  }

  async add(path: string, count: number): Promise<void> {
    const { files, how } = this.search
    this.expected += count
    await this.queue.add({
      path,
      read: (options) => files.read(path, options),
      take: async (outcome) => {
        this.expected -= count
        const known = await unlessFolder(files, path, outcome, how.signal)
        if (known === undefined) this.wereReadable = false
        else gather(this.gathered, path, known)
      },
    })
  }
}

function takeCounts(
  { binary, tooLarge, special, ignored, hidden, searched, matching }: CountedTree,
  to: Gathered,
): void {
  const { counts } = to.tally
  counts.binary += binary
  counts.tooLarge += tooLarge
  counts.special += special
  counts.ignored += ignored.length
  counts.hidden += hidden.filter((path) => !/(?:^|\/)\.git$/.test(path)).length
  to.result.addSearched(searched - matching.size)
}

/** The outcome for a file, or for a folder that cannot be read; undefined for a folder that can. */
async function unlessFolder(
  files: FileOperations,
  path: string,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const isOther =
    isFailure(outcome) && isHarnessError(outcome.error) && outcome.error.code === 'FS_NOT_REGULAR_FILE'
  if (!isOther) return outcome
  try {
    await (await files.directory(path, signal)).close()
    return undefined
  } catch (error) {
    return { error }
  }
}
