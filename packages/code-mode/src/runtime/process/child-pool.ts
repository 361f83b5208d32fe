import type { Processes } from '@millrace/host'
import type { MachineLimits } from '../../contract/runtime.ts'
import { defaultLimits } from '../../contract/limits.ts'
import type { ChildRun } from './child-run.ts'
import { startChild, type Child } from './child.ts'
import { childCommand } from './child-command.ts'

const mostWaiting = 64

// A program that waits so long for its calls lends its place, as what it waits for may be a program in this queue. Its process
// stays, so no more than so many stand on one place.
const lendAfterMs = 250
const mostPerPlace = 4

// A spare holds this process open, and memory; whoever needs no more programs should not pay for it long.
const spareMs = 60_000
const longMs = 100

/** One child is kept ready; it has the memory that the last program was given. */
interface Spare {
  readonly memoryBytes: number
  readonly child: Promise<Child>
}

/** Gives each run a child of its own, one of them prepared, and no more than so many at a time. */
export class ChildPool {
  private readonly processes: () => Promise<Processes>
  private readonly node: string
  private readonly concurrent: number
  private readonly running = new Set<ChildRun>()
  private readonly waiting: { readonly run: ChildRun; readonly limits: MachineLimits }[] = []
  private lending: NodeJS.Timeout | undefined
  private spare: Spare | undefined
  private spareTimer: NodeJS.Timeout | undefined
  /** Children that start or are ended, and that nobody else waits for. */
  private readonly settling = new Set<Promise<unknown>>()
  private memoryBytes = defaultLimits.memoryBytes
  private isClosed = false

  constructor(processes: () => Promise<Processes>, node: string, concurrent: number) {
    this.processes = processes
    this.node = node
    this.concurrent = concurrent
  }

  /** Begins a run as soon as there is room for it. */
  serve(run: ChildRun, limits: MachineLimits): void {
    if (this.isClosed) return run.stop()
    if (this.hasRoom) return this.begin(run, limits)
    if (this.waiting.length >= mostWaiting) {
      return run.giveUp(new Error(`${mostWaiting} programs wait already; wait until some of them have ended`))
    }
    const entry = { run, limits }
    this.waiting.push(entry)
    this.lending ??= setInterval(() => this.admit(), lendAfterMs)
    void run.outcome.then(() => {
      const at = this.waiting.indexOf(entry)
      if (at >= 0) this.waiting.splice(at, 1)
    })
  }

  async warm(): Promise<void> {
    if (this.isClosed) return
    this.prepare()
    // Why there is none is told to the next run.
    await this.spare?.child.catch(() => {})
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.lending)
    const runs = [...this.waiting.splice(0).map(({ run }) => run), ...this.running]
    for (const run of runs) run.stop()
    const spare = this.takeSpare()
    await Promise.all(runs.map(({ outcome }) => outcome))
    await spare?.then((child) => child.kill()).catch(() => {})
    while (this.settling.size > 0) await Promise.allSettled(this.settling)
  }

  private get hasRoom(): boolean {
    if (this.running.size < this.concurrent) return true
    if (this.running.size >= this.concurrent * mostPerPlace) return false
    let places = 0
    for (const run of this.running) if (run.waitedMs < lendAfterMs) places++
    return places < this.concurrent
  }

  private admit(): void {
    while (this.hasRoom) {
      const next = this.waiting.shift()
      if (next === undefined) break
      this.begin(next.run, next.limits)
    }
    if (this.waiting.length > 0) return
    clearInterval(this.lending)
    this.lending = undefined
  }

  private begin(run: ChildRun, { memoryBytes }: MachineLimits): void {
    this.running.add(run)
    void run.outcome.then(() => {
      this.running.delete(run)
      this.admit()
    })
    this.memoryBytes = memoryBytes
    const found = this.spare?.memoryBytes === memoryBytes ? this.takeSpare() : undefined
    this.give(run, found ?? this.start(memoryBytes), found !== undefined)
  }

  private give(run: ChildRun, child: Promise<Child>, isSpare: boolean): void {
    // What ended a spare may have been meant for that one alone.
    const again = isSpare ? () => this.give(run, this.start(this.memoryBytes), false) : undefined
    child.then(
      (ready) => {
        if (run.isOver) return void this.settled(ready.kill())
        if (again !== undefined && ready.isOver) return again()
        run.begin(ready, again)
        this.prepareAfter(run)
      },
      (error: unknown) => (again === undefined ? run.giveUp(error) : again()),
    )
  }

  private start(memoryBytes: number): Promise<Child> {
    const command = childCommand(this.node, memoryBytes)
    return this.settled(this.processes().then((processes) => startChild(processes, command)))
  }

  /** Has the end of the pool wait for something; whoever made it hears how it ends. */
  private settled<T>(work: Promise<T>): Promise<T> {
    this.settling.add(work)
    const over = (): void => void this.settling.delete(work)
    work.then(over, over)
    return work
  }

  /** Once the program has ended or turns out to be a long one, so that a short one need not share the machine. */
  private prepareAfter(run: ChildRun): void {
    const timer = setTimeout(() => this.prepare(), longMs)
    void run.outcome.then(() => {
      clearTimeout(timer)
      this.prepare()
    })
  }

  private prepare(): void {
    if (this.isClosed || this.spare?.memoryBytes === this.memoryBytes) return
    this.dropSpare()
    const child = this.start(this.memoryBytes)
    const spare = { memoryBytes: this.memoryBytes, child }
    this.spare = spare
    this.spareTimer = setTimeout(() => this.dropSpare(), spareMs).unref()
    child.catch(() => {
      if (this.spare === spare) void this.takeSpare()
    })
  }

  private takeSpare(): Promise<Child> | undefined {
    clearTimeout(this.spareTimer)
    const { spare } = this
    this.spare = undefined
    return spare?.child
  }

  private dropSpare(): void {
    const ended = this.takeSpare()?.then((child) => child.kill())
    if (ended !== undefined) this.settled(ended).catch(() => {})
  }
}
