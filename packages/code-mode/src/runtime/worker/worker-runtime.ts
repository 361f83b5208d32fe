import { availableParallelism } from 'node:os'
import { buildIdentity } from '#guest/engine.js'
import type { CodeRuntime, MachineRequest, MachineRun } from '../../contract/runtime.ts'
import { checkRequest } from '../check-request.ts'
import { Pool } from './pool.ts'
import { WorkerRun } from './worker-run.ts'

/** How many programs a runtime has on threads, and for how long it keeps what nobody uses. */
export interface WorkerRuntimeOptions {
  /** Threads at the same time; a program that waits for its calls gives its thread away. */
  readonly threads?: number
  /** Programs that may wait for a thread of their own before they have begun; one more fails at once. */
  readonly queue?: number
  /** Milliseconds after which a thread that nobody uses is ended. */
  readonly idleMs?: number
}

const boundary =
  'Programs run in an engine of their own, inside of WebAssembly and on a thread that is not the host’s: they reach ' +
  'nothing but the tools, and whatever they do, they are stopped at their limits while the host goes on. An error in ' +
  'both the engine and WebAssembly at once would let them into the process. The choice for what a model wrote; where ' +
  'much is computed, a confined process is faster.'

/** Runs programs in WebAssembly on a few threads that are kept ready. */
export function workerRuntime(options: WorkerRuntimeOptions = {}): CodeRuntime {
  return new WorkerRuntime(options)
}

class WorkerRuntime implements CodeRuntime {
  readonly language = 'typescript'
  readonly isolation = 'wasm-worker'
  readonly boundary = boundary
  private readonly queue: number
  private readonly pool: Pool
  private readonly runs = new Set<WorkerRun>()
  private identity: string | undefined
  private isClosed = false

  constructor({
    threads = Math.min(4, availableParallelism()),
    queue = 64,
    idleMs = 60_000,
  }: WorkerRuntimeOptions) {
    if (!Number.isInteger(threads) || threads < 1)
      throw new TypeError('threads must be a whole number from 1 on')
    this.queue = queue
    this.pool = new Pool({ threads, idleMs }, { freeOne: () => this.freeOne() })
  }

  get build(): string {
    this.identity ??= buildIdentity()
    return this.identity
  }

  run(request: MachineRequest): MachineRun {
    checkRequest(request, () => this.build)
    const run = new WorkerRun(request, this.pool)
    if (this.isClosed) run.cancel('the run was cancelled: the runtime is closed')
    else if (this.pool.queued >= this.queue) {
      run.refuse(
        `the program was not started: ${this.queue} programs wait for a thread already; try again later`,
      )
    }
    if (!run.isWaiting) return run
    this.runs.add(run)
    void run.outcome.then(() => this.runs.delete(run))
    this.pool.enter(run, false)
    return run
  }

  async warm(): Promise<void> {
    await this.pool.warm()
  }

  async close(): Promise<void> {
    this.isClosed = true
    const runs = [...this.runs]
    for (const run of runs) run.cancel('the run was cancelled: the runtime is closed')
    await Promise.all(runs.map((run) => run.outcome))
    await this.pool.close()
  }

  private freeOne(): boolean {
    for (const run of this.runs) if (run.park()) return true
    return false
  }
}
