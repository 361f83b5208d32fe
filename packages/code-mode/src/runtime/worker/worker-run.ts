import { control } from '#guest/control.js'
import type { Step } from '#guest/machine.js'
import type { CodeFailureKind } from '../../contract/failure.ts'
import type { MachineImage, MachineOutcome, MachineRequest, MachineRun } from '../../contract/runtime.ts'
import { Conversation } from '../conversation.ts'
import { cancelledMessage, failed } from '../outcome.ts'
import type { Candidate, Pool } from './pool.ts'
import { SaidSoFar } from './said-so-far.ts'
import type { RunNews, Thread } from './thread.ts'
import { graceMs, isStuck, watchMs } from './watch.ts'

/** Milliseconds for which a program waits on its thread before it is taken off it. */
const parkAfterMs = 250

/**
 * Where a run stands: `queued` for a thread, on one where it computes or is `blocked`, on its way off it (`leaving`), or
 * `parked` as an image.
 */
type State = 'queued' | 'computing' | 'blocked' | 'leaving' | 'parked' | 'over'

/** A run whose machine is on a thread of the pool while it computes, and in memory alone while it waits for long. */
export class WorkerRun implements MachineRun, Candidate {
  readonly outcome: Promise<MachineOutcome>
  private readonly request: MachineRequest
  private readonly pool: Pool
  private readonly conversation: Conversation
  private readonly said: SaidSoFar
  private state: State = 'queued'
  private thread: Thread | undefined
  /** Where it goes on from when it gets a thread; a captured one is somebody else's too. */
  private image: MachineImage | undefined
  private isImageShared: boolean
  private hasBegun = false
  /** What the program has not been told yet. */
  private replies = ''
  private wakes = false
  /** Calls that its machine waits for, and since when. */
  private pending = 0
  private blockedSince = 0
  private timer: NodeJS.Timeout | undefined
  private watching: NodeJS.Timeout | undefined
  private captures: ((image: MachineImage | undefined) => void)[] = []
  private isCopying = false
  /** Why it is being cancelled. */
  private cancelling: string | undefined
  private settle: (outcome: MachineOutcome) => void = () => {}
  private readonly onAbort = (): void => this.cancel(cancelledMessage)

  constructor(request: MachineRequest, pool: Pool) {
    this.request = request
    this.pool = pool
    this.image = request.image
    this.isImageShared = request.image !== undefined
    this.said = new SaidSoFar(request.onConsole)
    this.conversation = new Conversation(
      request,
      (replies) => {
        this.replies += replies
        this.goOn()
      },
      (message) => this.kill('runtime_died', message),
    )
    this.outcome = new Promise((resolve) => {
      this.settle = resolve
    })
    if (request.signal.aborted) this.end(failed('cancelled', cancelledMessage))
    else request.signal.addEventListener('abort', this.onAbort, { once: true })
  }

  get isWaiting(): boolean {
    return this.state === 'queued'
  }

  /** Ends it before it began. */
  refuse(message: string): void {
    this.end(failed('runtime_died', message))
  }

  seated(thread: Thread): void {
    const { image, replies, wakes, hasBegun, request } = this
    const { program, bindings, limits } = request
    this.thread = thread
    this.state = 'computing'
    this.hasBegun = true
    this.image = undefined
    this.replies = ''
    this.wakes = false
    this.watching = setInterval(() => this.watch(), watchMs)
    thread.post(
      {
        kind: 'start',
        given: { program, bindings, limits, again: !hasBegun },
        ...(image && { image: image.bytes }),
        ...(hasBegun && { news: { replies, wakes } }),
      },
      image === undefined || this.isImageShared ? [] : [image.bytes.buffer as ArrayBuffer],
    )
  }

  heard(news: RunNews): void {
    if (this.state === 'over') return
    if (news.kind === 'says') this.said.hear(news.entries)
    else if (news.kind === 'step') this.arrived(news.step)
    else if (news.kind === 'image') this.copied(news.image)
    else this.endOnThread(failed('runtime_died', `the image cannot be continued: ${news.message}`))
  }

  lost(reason: string): void {
    this.end(this.cutOff('runtime_died', `the program came to an end from outside: ${reason}`))
  }

  capture(): Promise<MachineImage | undefined> {
    if (this.state === 'over') return Promise.resolve(undefined)
    if (this.state === 'parked' && this.pending > 0) {
      this.isImageShared = true
      return Promise.resolve(this.image)
    }
    return new Promise((resolve) => {
      this.captures.push(resolve)
      this.serveCaptures()
    })
  }

  /** Ends it as cancelled: at once where it waits, and as soon as it can be stopped where it computes. */
  cancel(message: string): void {
    const { thread } = this
    this.cancelling ??= message
    if (thread === undefined) return this.end(this.cutOff('cancelled', message))
    thread.stop()
    setTimeout(() => {
      if (this.thread === thread) this.kill('cancelled', message)
    }, graceMs)
  }

  /** Takes it off its thread where it only waits; whether it does. */
  park(): boolean {
    if (this.state !== 'blocked' || this.isCopying) return false
    this.state = 'leaving'
    this.thread?.post({ kind: 'park' })
    return true
  }

  /** Tells the program what has come for it, as soon as it can hear. */
  private goOn(): void {
    if (this.replies === '' && !this.wakes) return
    if (this.state === 'parked') {
      this.state = 'queued'
      this.pool.enter(this, true)
    } else if (this.state === 'blocked' && this.cancelling === undefined) {
      const { replies, wakes } = this
      this.replies = ''
      this.wakes = false
      this.state = 'computing'
      this.thread?.post({ kind: 'go', replies, wakes })
    }
  }

  private arrived(step: Step): void {
    if (step.kind === 'ended') return this.endOnThread(step.outcome)
    this.state = 'blocked'
    this.pending = step.pending
    this.blockedSince = performance.now()
    clearTimeout(this.timer)
    if (step.timer >= 0) {
      this.timer = setTimeout(() => {
        this.wakes = true
        this.goOn()
      }, step.timer)
    }
    this.conversation.made(step.calls)
    this.serveCaptures()
    this.goOn()
    if (this.pool.isCrowded) this.park()
  }

  private serveCaptures(): void {
    if (this.state !== 'blocked' || this.pending === 0 || this.captures.length === 0 || this.isCopying) return
    this.isCopying = true
    this.thread?.post({ kind: 'image' })
  }

  private copied(image: MachineImage): void {
    const isParked = this.state === 'leaving'
    this.isCopying = false
    const given = this.captures.splice(0)
    for (const give of given) give(image)
    if (!isParked) return
    // On its way off the thread it no longer heard that it was cancelled.
    if (this.cancelling !== undefined) return this.endOnThread(this.cutOff('cancelled', this.cancelling))
    this.image = image
    this.isImageShared = given.length > 0
    this.leave()
    this.state = 'parked'
    this.pool.freed()
    this.goOn()
  }

  private watch(): void {
    const { thread } = this
    const { cpuMs } = this.request.limits
    if (thread === undefined) return
    if (isStuck(thread.words, cpuMs)) {
      this.kill('timeout_cpu', `the program computed for longer than its limit of ${cpuMs} ms`)
    } else if (performance.now() - this.blockedSince > parkAfterMs) this.park()
  }

  /** Ends the thread with the program on it. */
  private kill(kind: CodeFailureKind, message: string): void {
    const { thread } = this
    if (thread === undefined || this.state === 'over') return
    const outcome = this.cutOff(kind, message)
    this.leave()
    this.quiet()
    void thread.end().then(() => this.settle(outcome))
  }

  private cutOff(kind: CodeFailureKind, message: string): MachineOutcome {
    const { thread, cancelling } = this
    if (thread !== undefined) this.said.count(thread.words)
    const usage = {
      cpuMs: thread === undefined ? 0 : Atomics.load(thread.words, control.usedMs),
      memoryBytes: 0,
    }
    const seen = { usage, console: this.said.record() }
    return cancelling === undefined ? failed(kind, message, seen) : failed('cancelled', cancelling, seen)
  }

  private endOnThread(outcome: MachineOutcome): void {
    this.leave()
    this.end(outcome)
    this.pool.freed()
  }

  private leave(): void {
    if (this.thread !== undefined) this.said.count(this.thread.words)
    clearInterval(this.watching)
    this.thread?.leave()
    this.thread = undefined
  }

  private end(outcome: MachineOutcome): void {
    if (this.state === 'over') return
    this.quiet()
    this.settle(outcome)
  }

  /** Nothing of it happens any more. */
  private quiet(): void {
    this.state = 'over'
    clearTimeout(this.timer)
    clearInterval(this.watching)
    this.conversation.end()
    this.request.signal.removeEventListener('abort', this.onAbort)
    this.image = undefined
    for (const give of this.captures.splice(0)) give(undefined)
  }
}
