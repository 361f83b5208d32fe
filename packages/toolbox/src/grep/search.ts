import type { GlobPattern } from '../patterns/glob-pattern.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { Pace } from '../workspace/pace.ts'
import { invalidPattern } from '../workspace/search-error.ts'
import { SkipTally } from '../workspace/skipped.ts'
import { openBase } from '../workspace/start-folder.ts'
import type { FoundFiles } from '../workspace/pending-stack.ts'
import { walkTree } from '../workspace/tree-walk.ts'
import type { ReadWindow } from '../text/utf8-source.ts'
import type { SearchAccelerator } from './accelerator.ts'
import { countedSearch } from './counted-search.ts'
import { FileQueue } from './file-queue.ts'
import { searchFile, type FileSearch } from './file-search.ts'
import { grepLimits } from './limits.ts'
import { gather, isFailure, settled, workerFailure, type Outcome } from './outcome.ts'
import { patternHints, type PatternHints } from './pattern-hints.ts'
import { GrepResult } from './result.ts'
import { PatternRefusal, WorkerEnded, type SearchWorker } from './search-worker.ts'
import type { GrepValue } from './value.ts'
import type { WorkerPool } from './worker-pool.ts'

/** What to search for, and where; checked already. */
export interface GrepRequest {
  readonly pattern: string
  /** As it was given; `.` for the whole workspace. */
  readonly path: string
  /** Which files to search, by their paths below `path`. */
  readonly include: GlobPattern
  /** Whether those are all files. */
  readonly includesAll: boolean
  readonly ignoreCase: boolean
  readonly isLiteral: boolean
  readonly context: number
  readonly maxMatches: number
  readonly budgetMs: number
  readonly signal: AbortSignal
  /** Counts for whole folders, where it can. */
  readonly accelerator?: SearchAccelerator
}

/** A longer timer would fire at once. */
const longestTimer = 2 ** 31 - 1

/** Searches contents. Matches are listed in the order of their paths, and all of them are counted. */
export async function grep(
  files: FileOperations,
  pool: WorkerPool,
  request: GrepRequest,
): Promise<GrepValue> {
  const { kind } = await files.stat(request.path, request.signal)
  const worker = pool.take()
  const pace = new Pace(request.signal)
  const limit = new AbortController()
  const stop = (): void => void worker.stop()
  const timer = setTimeout(
    () => {
      pace.endEarly()
      limit.abort()
      stop()
    },
    Math.min(request.budgetMs, longestTimer),
  )
  request.signal.addEventListener('abort', stop)
  const refusal = new AbortController()
  const abort = (): void => refusal.abort(request.signal.reason)
  request.signal.addEventListener('abort', abort)
  refusal.signal.addEventListener('abort', () => limit.abort(refusal.signal.reason))
  const hints = patternHints(request.pattern, request)
  try {
    const compiled = compile(worker, request, hints)
    const asked = { ...request, signal: refusal.signal }
    const search = new Search(files, worker, pace, asked, { required: hints.required, limit: limit.signal })
    const value = kind === 'directory' ? search.tree() : search.file()
    return await unlessRefused(compiled, value, refusal)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', stop)
    request.signal.removeEventListener('abort', abort)
    pool.giveBack(worker)
  }
}

/** The value of a search that began while its pattern was still compiled. */
async function unlessRefused(
  compiled: Promise<void>,
  value: Promise<GrepValue>,
  refusal: AbortController,
): Promise<GrepValue> {
  const ended = value.then(
    () => {},
    () => {},
  )
  try {
    await compiled
  } catch (error) {
    refusal.abort(error)
    await ended
    throw error
  }
  return value
}

async function compile(worker: SearchWorker, request: GrepRequest, { hint }: PatternHints): Promise<void> {
  const { pattern, isLiteral, ignoreCase } = request
  try {
    await worker.compile(pattern, { isLiteral, ignoreCase, ...(hint === undefined ? {} : { hint }) })
  } catch (error) {
    // An abort stops the worker, whatever it is at: then the abort is what is told.
    request.signal.throwIfAborted()
    if (error instanceof PatternRefusal) {
      throw invalidPattern(pattern, `${error.message}; look-around and back-references are not supported`)
    }
    throw error instanceof WorkerEnded ? workerFailure(error) : error
  }
}

/** One search under way. */
class Search {
  private readonly files: FileOperations
  private readonly pace: Pace
  private readonly request: GrepRequest
  private readonly how: FileSearch
  private readonly result: GrepResult
  private readonly tally = new SkipTally()

  constructor(
    files: FileOperations,
    worker: SearchWorker,
    pace: Pace,
    request: GrepRequest,
    { required, limit }: Pick<FileSearch, 'required' | 'limit'>,
  ) {
    this.files = files
    this.pace = pace
    this.request = request
    this.result = new GrepResult(request.maxMatches, request.context, this.tally)
    this.how = {
      required,
      context: request.context,
      maxLines: request.maxMatches,
      maxBytes: grepLimits.fileBytes,
      signal: request.signal,
      limit,
      isOver: () => pace.isOver,
      scan: (scan) => worker.scan(scan),
    }
  }

  /** A file that was named is searched whatever its size, and whatever ignore rules say of it. */
  async file(): Promise<GrepValue> {
    const path = this.files.locate(this.request.path)
    const read: ReadWindow = (options) => this.files.read(path, options)
    const outcome = await settled(searchFile(read, { ...this.how, maxBytes: Infinity }))
    if (isFailure(outcome) && !(outcome.error instanceof WorkerEnded)) throw outcome.error
    this.take(path, outcome)
    return this.finish(path, false)
  }

  async tree(): Promise<GrepValue> {
    const { files, how, request, pace, tally } = this
    const { include, signal, accelerator } = request
    const path = this.files.locate(request.path)
    if (accelerator !== undefined && request.includesAll) {
      const counted = await countedSearch({ files, accelerator, request, how, pace }, path)
      if (counted !== undefined) return counted
    }
    const start = await openBase(files, path, include.base, tally, signal)
    if (start === undefined) return this.finish(path, false)
    const queue = new FileQueue({ files, how, pace })
    try {
      const options = { files, pattern: include, links: false, signal, pace, tally }
      for await (const found of walkTree(start.folder, options)) await this.begin(found, queue)
      await queue.finish()
      return this.finish(path, start.isIgnored)
    } finally {
      await queue.abandon()
    }
  }

  private async begin({ folder, names }: FoundFiles, queue: FileQueue): Promise<void> {
    try {
      for (const name of names) {
        if (this.pace.isOver) break
        const path = folder.pathOf(name)
        folder.hold()
        await queue.add({
          path,
          read: (options) => folder.use((directory) => directory.read(name, options)),
          take: (outcome) => this.take(path, outcome),
          release: () => folder.release(),
        })
      }
    } finally {
      await folder.release()
    }
  }

  private take(path: string, outcome: Outcome): void {
    const { result, tally, pace } = this
    gather({ result, tally, pace, signal: this.request.signal }, path, outcome)
  }

  private finish(path: string, startIgnored: boolean): GrepValue {
    const { pattern } = this.request
    const about = { pattern, path: path === '' ? '.' : path, startIgnored, incomplete: this.pace.endedEarly }
    return this.result.finish(about)
  }
}
