import type { ProcessEnd, RunningProcess } from '@millrace/host'
import { CapturedOutput } from '../shell/captured-output.ts'
import type { ProcessOperations } from '../shell/operations.ts'
import { untilAborted } from '../shell/until-aborted.ts'
import { jobLimits } from './limits.ts'

/** What is to be run, where, and for how long. */
export interface JobRequest {
  readonly command: string
  /** Absolute. */
  readonly folder: string
  /** From the workspace, as it is shown. */
  readonly cwd: string
  /** Milliseconds after which everything is ended; without it there is no limit. */
  readonly timeoutMs: number | undefined
}

/** How a command stands. Each member stands for itself: a program may be stopped and still have exited with 0. */
export interface JobState {
  /** Whether the program, or anything that it started, still lives. */
  readonly running: boolean
  /** The exit status of the program itself; null while it runs, and where a signal ended it. */
  readonly exitCode: number | null
  /** The signal that ended the program itself. */
  readonly signal: string | null
  /** Whether the time limit ended it. */
  readonly timedOut: boolean
  /** Whether it was ended on demand. */
  readonly stopped: boolean
  /** Why the host ended it without being asked. */
  readonly endedFor?: 'memory limit' | 'task limit' | 'output failure'
}

function reasonOf({ exceededLimit, outputFailure }: RunningProcess): JobState['endedFor'] {
  if (exceededLimit !== undefined) return exceededLimit === 'tasks' ? 'task limit' : 'memory limit'
  return outputFailure === undefined ? undefined : 'output failure'
}

/** One command from its start until everything that it started has ended. */
export class Job {
  /** What it has printed. */
  readonly output: CapturedOutput
  /** The end of the program itself. Rejects only where the time limit could not end it. */
  readonly exited: Promise<void>
  readonly #request: JobRequest
  readonly #process: RunningProcess
  readonly #startedAt: number
  readonly #listeners: Set<() => void>
  #exitedAt: number | undefined
  #end: ProcessEnd | undefined
  #isDrained = false
  #isOver = false
  #timedOut = false
  #stopped = false
  #limit: NodeJS.Timeout | undefined
  #ending: Promise<void> | undefined

  /** Starts a command. Rejects where it cannot be started. */
  static async start(operations: ProcessOperations, request: JobRequest): Promise<Job> {
    const listeners = new Set<() => void>()
    const output = new CapturedOutput(
      () => operations.spill(),
      () => listeners.forEach((listener) => listener()),
    )
    const startedAt = performance.now()
    const { command, folder } = request
    const onOutput = (chunk: Uint8Array): void | Promise<void> => output.write(chunk)
    const process = await operations.start({ command, cwd: folder, onOutput })
    return new Job(request, process, output, listeners, startedAt)
  }

  private constructor(
    request: JobRequest,
    process: RunningProcess,
    output: CapturedOutput,
    listeners: Set<() => void>,
    startedAt: number,
  ) {
    this.#request = request
    this.#process = process
    this.output = output
    this.#listeners = listeners
    this.#startedAt = startedAt
    this.exited = new Promise((resolve, reject) => {
      void process.exited.then((end) => {
        this.#noteExit(end)
        resolve()
      })
      const { timeoutMs } = request
      if (timeoutMs === undefined) return
      this.#limit = setTimeout(() => this.#runOut().catch(reject), timeoutMs).unref()
    })
    // A failure to end it is told to those who wait for the end, if there are any.
    this.exited.catch(() => undefined)
    void process.drained.then(() => this.#noteDrained())
  }

  /** The command as it was given. */
  get command(): string {
    return this.#request.command
  }

  /** Where it started, from the workspace. */
  get cwd(): string {
    return this.#request.cwd
  }

  /** Milliseconds since it was started. */
  get ageMs(): number {
    return Math.round(performance.now() - this.#startedAt)
  }

  /** Milliseconds that the program itself has run. */
  get durationMs(): number {
    return Math.round((this.#exitedAt ?? performance.now()) - this.#startedAt)
  }

  /** Whether the program itself has ended. */
  get hasExited(): boolean {
    return this.#end !== undefined
  }

  /** Whether it is known that nothing of it lives any more; `isRunning` finds out. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** How it stands now. */
  async state(): Promise<JobState> {
    const running = await this.isRunning()
    const { exitCode, signal } = this.#end ?? { exitCode: null, signal: null }
    const state = { running, exitCode, signal, timedOut: this.#timedOut, stopped: this.#stopped }
    const endedFor = reasonOf(this.#process)
    return endedFor === undefined ? state : { ...state, endedFor }
  }

  /** Whether the program, or anything that it started, still lives. */
  async isRunning(): Promise<boolean> {
    if (this.#isOver) return false
    if (this.#end === undefined || !this.#isDrained) return true
    if (await this.#process.isTreeAlive()) return true
    this.#isOver = true
    this.liftLimit()
    return false
  }

  /** Calls back when something was printed or has ended. The returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits until something was printed or has ended, for some time at most, or until the signal aborts. */
  async change(ms: number, signal: AbortSignal): Promise<void> {
    let unlisten = (): void => {}
    const changed = new Promise<void>((resolve) => {
      unlisten = this.onChange(resolve)
    })
    try {
      await untilAborted(changed, signal, ms)
    } finally {
      unlisten()
    }
  }

  /**
   * After the end of the program: waits for the rest of its output as long as that flows, or until everything is
   * ended where that is under way.
   */
  rest(signal: AbortSignal): Promise<void> {
    if (this.#ending !== undefined) return this.#ending
    if (this.#isDrained || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(quiet)
        clearTimeout(most)
        unlisten()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const quiet = setTimeout(() => (this.output.isWriting ? quiet.refresh() : done()), jobLimits.quietMs)
      const most = setTimeout(done, jobLimits.restMs)
      const unlisten = this.onChange(() => (this.#isDrained ? done() : quiet.refresh()))
      signal.addEventListener('abort', done)
    })
  }

  /** What the program leaves behind may run for as long as it wants. */
  liftLimit(): void {
    clearTimeout(this.#limit)
  }

  /** Ends everything that it started; resolved once that is so and all output is taken in. */
  async stop(): Promise<void> {
    if (!(await this.isRunning())) return
    this.#stopped ||= !this.#timedOut
    await this.#endTree()
  }

  /** Forgets its output, and takes it away from the disk. */
  discard(): Promise<void> {
    return this.output.remove()
  }

  #endTree(): Promise<void> {
    this.#ending ??= this.#endAll()
    return this.#ending
  }

  async #endAll(): Promise<void> {
    this.liftLimit()
    await this.#process.stop()
    await Promise.all([this.#process.exited, this.#process.drained])
    await this.output.close()
    this.#isOver = true
  }

  async #runOut(): Promise<void> {
    // Whatever happens while the tree is looked at, a program that had not ended by now was too slow.
    this.#timedOut = !this.hasExited
    if (!(await this.isRunning())) return
    this.#timedOut = true
    await this.#endTree()
  }

  #noteExit(end: ProcessEnd): void {
    this.#end = end
    this.#exitedAt = performance.now()
    this.#tell()
  }

  async #noteDrained(): Promise<void> {
    this.#isDrained = true
    this.#tell()
    await this.output.close()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
