import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandLimits } from './command-limits.ts'
import type { CommandSpec, ProcessEnd, RunningProcess, StopOptions } from './command.ts'
import { deliverOutput, type Delivery } from './deliver-output.ts'
import { endTree } from './end-tree.ts'
import type { Watched } from './limit-watch.ts'
import type { StartedProgram } from './start-program.ts'
import type { Tree } from './tree.ts'

const defaultGraceMs = 200

// What was written before the end is still in the pipe; a taker that is slower than this loses it.
const lastOutputMs = 250

/** A started program with its tree and its output. */
export class RunningCommand implements RunningProcess, Watched {
  readonly pid: number
  readonly exited: Promise<ProcessEnd>
  readonly drained: Promise<void>
  readonly tree: Tree
  private readonly file: string
  private readonly deliveries: readonly Delivery[]
  private limit: keyof CommandLimits | undefined
  private stopping: Promise<void> | undefined

  constructor(spec: CommandSpec, { child, pid, outputs }: StartedProgram, tree: Tree) {
    this.pid = pid
    this.file = spec.file
    this.tree = tree
    this.exited = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        tree.leaderEnded()
        resolve({ exitCode, signal })
      })
    })
    this.deliveries = outputs.map(({ stream, source }) =>
      deliverOutput(
        source,
        (chunk) => spec.onOutput(chunk, stream),
        () => this.stopUnasked(defaultGraceMs),
      ),
    )
    this.drained = Promise.all(this.deliveries.map(({ done }) => done)).then(() => {})
  }

  get outputFailure(): unknown {
    return this.deliveries.map((delivery) => delivery.failure()).find((failure) => failure !== undefined)
  }

  get exceededLimit(): keyof CommandLimits | undefined {
    return this.limit
  }

  isTreeAlive(): Promise<boolean> {
    return this.tree.isAlive()
  }

  stop({ graceMs = defaultGraceMs }: StopOptions = {}): Promise<void> {
    this.stopping ??= this.end(graceMs).catch((error: unknown) => {
      this.stopping = undefined
      throw error
    })
    return this.stopping
  }

  pids(): Promise<number[]> {
    return this.tree.countedPids()
  }

  keeps(limit: keyof CommandLimits): boolean {
    return this.tree.keeps(limit)
  }

  exceeded(limit: keyof CommandLimits): void {
    this.limit = limit
    this.stopUnasked(0)
  }

  private async end(graceMs: number): Promise<void> {
    try {
      await endTree(this.tree, graceMs, this.file)
      await this.exited
    } finally {
      await this.finishReading()
    }
  }

  private async finishReading(): Promise<void> {
    const patience = new AbortController()
    const tooLong = sleep(lastOutputMs, undefined, { signal: patience.signal }).catch(() => {})
    await Promise.race([this.drained, tooLong])
    patience.abort()
    for (const delivery of this.deliveries) delivery.cancel()
  }

  // Whether that went well is learned by whoever stops it for good.
  private stopUnasked(graceMs: number): void {
    this.stop({ graceMs }).catch(() => {})
  }
}
