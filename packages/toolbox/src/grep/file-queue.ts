import { chunkBytes, type ReadWindow } from '../text/utf8-source.ts'
import type { FileOperations } from '../workspace/operations.ts'
import type { Pace } from '../workspace/pace.ts'
import { searchFile, type FileSearch } from './file-search.ts'
import { settled, type Outcome } from './outcome.ts'

/** Files that are read by one request. */
const filesTogether = 64

/** Requests that are under way while the files of another one are matched. */
const requestsAhead = 2

/** Files that are matched at the same time, and read where they are not read together. */
const filesAtOnce = 24

/** A file to search. */
export interface QueuedFile {
  /** From the workspace. */
  readonly path: string
  /** Reads the file where it was not read with others. */
  readonly read: ReadWindow
  /** Called in the order of the queue with what came of it; not where the search ended before. */
  take(outcome: Outcome): void | Promise<void>
  /** Called once in any case, when nothing reads the file any more. */
  release?(): Promise<void>
}

/** What a queue needs to know of the search. */
export interface QueueOptions {
  readonly files: FileOperations
  readonly how: FileSearch
  readonly pace: Pace
}

type Contents = readonly (Uint8Array | undefined)[]

/** Files that are being read by one request. */
interface Request {
  readonly files: readonly QueuedFile[]
  readonly contents: Promise<Contents>
}

/**
 * Searches files side by side, and gives the outcomes in order. Small ones are read many at a time, while those before
 * them are matched.
 */
export class FileQueue {
  private readonly options: QueueOptions
  private gathered: QueuedFile[] = []
  private readonly requests: Request[] = []
  private ready: { readonly file: QueuedFile; readonly bytes: Uint8Array | undefined }[] = []
  private readonly searching: { readonly file: QueuedFile; readonly outcome: Promise<Outcome> }[] = []

  constructor(options: QueueOptions) {
    this.options = options
  }

  /** Queues a file; waits where too many are queued already. */
  async add(file: QueuedFile): Promise<void> {
    this.gathered.push(file)
    if (this.gathered.length < filesTogether) return
    this.request()
    while (this.requests.length > requestsAhead) await this.searchNext()
  }

  /** Searches all that is queued. */
  async finish(): Promise<void> {
    this.request()
    while (this.requests.length > 0) await this.searchNext()
    while (this.searching.length > 0) await this.takeNext()
  }

  /** Lets go of what is queued, once nothing reads it any more. */
  async abandon(): Promise<void> {
    await Promise.all(this.requests.map(({ contents }) => contents.catch(() => {})))
    await Promise.all(this.searching.map(({ outcome }) => outcome))
    const begun = [...this.searching, ...this.ready].map(({ file }) => file)
    const requested = this.requests.flatMap(({ files }) => files)
    for (const file of [...begun, ...requested, ...this.gathered]) await file.release?.()
  }

  private request(): void {
    const files = this.gathered
    if (files.length === 0) return
    this.gathered = []
    const contents = this.contentsOf(files)
    // Whoever waits for it hears of a failure; until then nobody does.
    contents.catch(() => {})
    this.requests.push({ files, contents })
  }

  private async contentsOf(files: readonly QueuedFile[]): Promise<Contents> {
    const { files: operations, how } = this.options
    try {
      const paths = files.map(({ path }) => path)
      return (await operations.readTogether?.(paths, { most: chunkBytes, signal: how.limit })) ?? []
    } catch (error) {
      how.signal.throwIfAborted()
      if (how.limit.aborted) return []
      throw error
    }
  }

  private async searchNext(): Promise<void> {
    const { pace, how } = this.options
    const [request] = this.requests
    if (request === undefined) return
    const contents = await request.contents
    this.requests.shift()
    this.ready = request.files.map((file, index) => ({ file, bytes: contents[index] }))
    for (let next = this.ready.shift(); next !== undefined; next = this.ready.shift()) {
      const { file, bytes } = next
      const read: ReadWindow = bytes === undefined ? file.read : async () => ({ bytes, size: bytes.length })
      if (pace.isOver) await file.release?.()
      else this.searching.push({ file, outcome: settled(searchFile(read, how)) })
      if (this.searching.length >= filesAtOnce) await this.takeNext()
      if (pace.isDue) await pace.rest()
    }
  }

  private async takeNext(): Promise<void> {
    const next = this.searching.shift()
    if (next === undefined) return
    try {
      await next.file.take(await next.outcome)
    } finally {
      await next.file.release?.()
    }
  }
}
