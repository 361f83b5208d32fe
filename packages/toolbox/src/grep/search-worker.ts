import { Worker } from 'node:worker_threads'
import type { Scan, ScanAnswer, ScanRequest, WorkerMessage } from './protocol.ts'

/** The worker is plain JavaScript beside the sources, so that it is the same file for `src` and `lib`. */
const entry = new URL('../../worker/line-search.js', import.meta.url)

/** Heap of a worker; a pattern that needs more ends the worker and not the host. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/** The worker refused the pattern; the message is the engine's reason. */
export class PatternRefusal extends Error {}

/** The worker ended before it answered. */
export class WorkerEnded extends Error {}

interface Waiting {
  readonly request: ScanRequest
  readonly resolve: (message: WorkerMessage) => void
  readonly reject: (error: Error) => void
}

interface WaitingScan {
  readonly scan: Scan
  readonly resolve: (answer: ScanAnswer) => void
  readonly reject: (error: Error) => void
}

/** One thread that matches lines: whatever a pattern costs, the host stays free and can stop it. */
export class SearchWorker {
  private readonly worker = new Worker(entry, { resourceLimits, env: {}, stdin: false })
  private readonly scans: WaitingScan[] = []
  private waiting: Waiting | undefined
  private end: Error | undefined

  constructor() {
    this.worker.on('message', (message: WorkerMessage) => this.receive(message))
    this.worker.on('error', (error: Error) => this.fail(new WorkerEnded(`the search worker failed: ${error.message}`)))
    this.worker.on('exit', () => this.fail(new WorkerEnded('the search worker ended')))
    this.worker.unref()
  }

  /** Whether it can still work. */
  get isAlive(): boolean {
    return this.end === undefined
  }

  /** Sets the pattern. Throws a `PatternRefusal` for one that the engine does not take. */
  async compile(pattern: string, options: { readonly isLiteral: boolean; readonly ignoreCase: boolean }): Promise<void> {
    const answer = await this.ask({ kind: 'compile', pattern, isLiteral: options.isLiteral, ignoreCase: options.ignoreCase })
    if (answer.kind === 'refused') throw new PatternRefusal(answer.reason)
  }

  /** Matches the lines of one stretch; what is asked while the worker is busy goes to it in one message. */
  scan(scan: Scan): Promise<ScanAnswer> {
    return new Promise((resolve, reject) => {
      if (this.end !== undefined) {
        reject(this.end)
        return
      }
      this.scans.push({ scan, resolve, reject })
      if (this.waiting === undefined) this.sendScans()
    })
  }

  /** Ends the thread, in the middle of whatever it does; what waits for it is rejected with `WorkerEnded`. */
  async stop(): Promise<void> {
    this.fail(new WorkerEnded('the search was stopped'))
    await this.worker.terminate()
  }

  private sendScans(): void {
    const batch = this.scans.splice(0)
    if (batch.length === 0) return
    const settle = (message: WorkerMessage): void => {
      const answers = message.kind === 'scanned' ? message.answers : []
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new WorkerEnded('the search worker gave no answer'))
        else resolve(answer)
      }
    }
    this.ask({ kind: 'scan', scans: batch.map(({ scan }) => scan) }).then(settle, (error: Error) => {
      for (const { reject } of batch) reject(error)
    })
  }

  private ask(request: ScanRequest): Promise<WorkerMessage> {
    return new Promise((resolve, reject) => {
      if (this.end !== undefined) {
        reject(this.end)
        return
      }
      this.waiting = { request, resolve, reject }
      this.worker.ref()
      this.worker.postMessage(request)
    })
  }

  private receive(message: WorkerMessage): void {
    const { waiting } = this
    this.waiting = undefined
    this.worker.unref()
    waiting?.resolve(message)
    this.sendScans()
  }

  private fail(error: Error): void {
    this.end ??= error
    this.waiting?.reject(this.end)
    this.waiting = undefined
    for (const { reject } of this.scans.splice(0)) reject(this.end)
  }
}
