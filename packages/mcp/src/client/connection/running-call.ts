import type { JsonObject } from '@millrace/schema'
import type { Clock, Timers } from '@millrace/host'
import type { RemoteCallOptions } from '../../contract/connection.ts'
import type { Deadlines, Timed } from './deadlines.ts'
import type { Exact } from './exact.ts'
import { ProgressGate } from './progress.ts'
import type { Expected } from './wire.ts'

/** The limits of a call, in milliseconds. */
export interface CallLimits {
  readonly idle: number
  readonly total: number
}

/** What all calls of a connection share. */
export interface CallSetting {
  readonly clock: Clock
  readonly timers: Timers
  readonly limits: CallLimits
  readonly deadlines: Deadlines
  /** Whether the server waits for an answer of the person: that is no idling. */
  isAsking(): boolean
}

/** One call under way: its limits, its progress and, in the end, what the server answered. */
export class RunningCall implements Expected, Timed {
  readonly standIn = { content: [] }
  /** What goes out: a copy that belongs to this call alone. */
  readonly args: JsonObject
  answer:
    | { readonly result: Readonly<Record<string, unknown>>; readonly exact: Exact | undefined }
    | undefined
  /** Why the answer never comes or is none. */
  failed: { readonly kind: 'lost' | 'malformed'; readonly why: string } | undefined
  /** Which limit ended it. */
  expired: keyof CallLimits | undefined
  private readonly setting: CallSetting
  private readonly outer: AbortSignal
  private readonly cancelled = new AbortController()
  /** Made when somebody waits for the end: most calls end without. */
  private ended: AbortController | undefined
  /** Made with the first report: most calls send none. */
  private gate: ProgressGate | undefined
  private readonly report: RemoteCallOptions['onProgress']
  private readonly startedAt: number
  private heardAt: number

  constructor(args: JsonObject, { signal, onProgress }: RemoteCallOptions, setting: CallSetting) {
    this.args = { ...args }
    this.setting = setting
    this.report = onProgress
    this.outer = signal
    this.startedAt = this.heardAt = setting.clock.monotonic()
    signal.addEventListener('abort', this.stop, { once: true })
    setting.deadlines.add(this)
  }

  /** Aborted when the call is to end; the server is told why. */
  get signal(): AbortSignal {
    return this.cancelled.signal
  }

  get over(): AbortSignal {
    this.ended ??= new AbortController()
    return this.ended.signal
  }

  dueAt(): number {
    const { idle, total } = this.setting.limits
    return Math.min(this.heardAt + idle, this.startedAt + total)
  }

  expire(): void {
    const { limits, clock } = this.setting
    const isTotal = this.startedAt + limits.total <= clock.monotonic()
    if (!isTotal && this.setting.isAsking()) this.heardAt = clock.monotonic()
    else this.end(isTotal ? 'total' : 'idle')
  }

  /** It was heard of: its idle time starts anew. */
  heard(): void {
    this.heardAt = this.setting.clock.monotonic()
  }

  take(result: Readonly<Record<string, unknown>>, exact: Exact | undefined): void {
    this.answer = { result, exact }
  }

  progress(params: unknown): void {
    const { report, setting } = this
    this.gate ??= new ProgressGate(report, setting.clock, setting.timers, () => this.over)
    if (this.gate.take(params)) this.heard()
  }

  /** The server says how it goes, in words. */
  news(text: string): void {
    this.heard()
    this.report({ text })
  }

  lost(why: string): void {
    this.failed ??= { kind: 'lost', why }
    this.cancelled.abort(why)
  }

  malformed(why: string): void {
    this.failed ??= { kind: 'malformed', why }
  }

  /** To be called when it has settled. */
  finish(): void {
    this.outer.removeEventListener('abort', this.stop)
    this.setting.deadlines.delete(this)
    if (!this.cancelled.signal.aborted) this.gate?.flush()
    this.ended?.abort('the call is over')
  }

  private end(limit: keyof CallLimits): void {
    this.expired ??= limit
    this.setting.deadlines.delete(this)
    this.cancelled.abort('it took too long')
  }

  private readonly stop = (): void => {
    this.cancelled.abort('it was cancelled')
  }
}
