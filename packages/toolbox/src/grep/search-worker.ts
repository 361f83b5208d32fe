import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { MatchHint, Scan, ScanAnswer, ScanRequest, WorkerMessage } from './protocol.ts'

/** The worker is plain JavaScript with an address of its own, so that `src` and `lib` find the same file. */
const entry = createRequire(import.meta.url).resolve('#line-search')

/** Heap of a worker; a pattern that needs more ends the worker and not the host. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/** The worker refused the pattern; the message is the engine's reason. */
export class PatternRefusal extends Error {}

/** The worker ended before it answered. */
export class WorkerEnded extends Error {}

interface Waiting {
  readonly resolve: (message: WorkerMessage) => void
  readonly reject: (error: Error) => void
}

/** One thread that matches lines: whatever a pattern costs, the host stays free and can stop it. */
export class SearchWorker {
  private readonly worker = new Worker(entry, { resourceLimits, env: {}, execArgv: [] })
  /** Requests that are not answered yet, in order. */
  private waiting: Waiting[] = []
  /** Requests that were not sent yet: while the worker is busy they gather, so that few messages are needed. */
  private gathered: ScanRequest[] = []
  private isBusy = false
  private end: Error | undefined

  constructor() {
    this.worker.on('message', (messages: readonly WorkerMessage[]) => this.receive(messages))
    this.worker.on('error', (error: Error) =>
      this.fail(new WorkerEnded(`the search worker failed: ${error.message}`)),
    )
    this.worker.on('exit', () => this.fail(new WorkerEnded('the search worker ended')))
    this.worker.unref()
  }

  /** Whether it can still work. */
  get isAlive(): boolean {
    return this.end === undefined
  }

  /** Sets the pattern. Throws a `PatternRefusal` for one that the engine does not take. */
  async compile(
    pattern: string,
    options: { readonly isLiteral: boolean; readonly ignoreCase: boolean; readonly hint?: MatchHint },
  ): Promise<void> {
    const { isLiteral, ignoreCase, hint } = options
    const answer = await this.ask({
      kind: 'compile',
      pattern,
      isLiteral,
      ignoreCase,
      ...(hint === undefined ? {} : { hint }),
    })
    if (answer.kind === 'refused') throw new PatternRefusal(answer.reason)
  }

  /** Matches the lines of one stretch. Stretches are matched in the order in which they are asked for. */
  async scan(scan: Scan): Promise<ScanAnswer> {
    const answer = await this.ask({ kind: 'scan', scan })
    if (answer.kind !== 'scanned') throw new WorkerEnded('the search worker gave no answer')
    return answer.answer
  }

  /** Ends the thread, in the middle of whatever it does; what waits for it is rejected with `WorkerEnded`. */
  async stop(): Promise<void> {
    this.fail(new WorkerEnded('the search was stopped'))
    await this.worker.terminate()
  }

  private ask(request: ScanRequest): Promise<WorkerMessage> {
    return new Promise((resolve, reject) => {
      if (this.end !== undefined) {
        reject(this.end)
        return
      }
      this.waiting.push({ resolve, reject })
      this.gathered.push(request)
      if (!this.isBusy) this.send()
    })
  }

  private send(): void {
    // Only a worker that owes an answer keeps the process alive.
    this.worker.ref()
    this.isBusy = true
    this.worker.postMessage(this.gathered)
    this.gathered = []
  }

  private receive(messages: readonly WorkerMessage[]): void {
    this.isBusy = false
    if (this.gathered.length > 0) this.send()
    else this.worker.unref()
    for (const message of messages) this.waiting.shift()?.resolve(message)
  }

  private fail(error: Error): void {
    this.end ??= error
    this.gathered = []
    for (const { reject } of this.waiting.splice(0)) reject(this.end)
  }
}
