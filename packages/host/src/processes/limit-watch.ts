import type { CommandLimits } from './command-limits.ts'
import { usesMoreThan } from './memory-use.ts'

/** What is looked at, and ended where it uses too much. */
export interface Watched {
  /** Every process of it that can be found. */
  pids(): Promise<number[]>
  /** Whether the kernel keeps one of its limits, so that nobody else has to. */
  keeps(limit: keyof CommandLimits): boolean
  /** Ends it at once. */
  exceeded(limit: keyof CommandLimits): void
}

// The first look comes after most commands have ended; costly looks are rarer.
const shortRestMs = 100
const longRestMs = 1000
const restFactor = 20

/** Keeps the limits of commands where the kernel does not, by looking again and again while there are any. */
export class LimitWatch {
  private readonly limits: CommandLimits
  private readonly watched = new Set<Watched>()
  private timer: NodeJS.Timeout | undefined

  constructor(limits: CommandLimits) {
    this.limits = limits
  }

  /** Begins to look at one. */
  add(one: Watched): void {
    if (process.platform !== 'linux' || (one.keeps('tasks') && one.keeps('memoryBytes'))) return
    this.watched.add(one)
    this.timer ??= this.lookIn(shortRestMs)
  }

  /** Looks at it no more. */
  delete(one: Watched): void {
    this.watched.delete(one)
    if (this.watched.size > 0) return
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private lookIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => void this.look(), milliseconds).unref()
  }

  private async look(): Promise<void> {
    const own = this.timer
    const began = performance.now()
    for (const one of this.watched) {
      // A machine that is out of descriptors shows no processes; the next look may see them.
      const limit = await this.exceededBy(one).catch(() => undefined)
      if (limit !== undefined && this.watched.has(one)) one.exceeded(limit)
    }
    const rest = Math.min(Math.max(shortRestMs, (performance.now() - began) * restFactor), longRestMs)
    if (this.timer === own && own !== undefined) this.timer = this.lookIn(rest)
  }

  private async exceededBy(one: Watched): Promise<keyof CommandLimits | undefined> {
    const pids = await one.pids()
    if (!one.keeps('tasks') && pids.length > this.limits.tasks) return 'tasks'
    if (!one.keeps('memoryBytes') && (await usesMoreThan(pids, this.limits.memoryBytes))) return 'memoryBytes'
    return undefined
  }
}
