import { messageOf } from '@millrace/protocol'
import type { Frame } from '#guest/child-frames.js'
import type {
  ConsoleRecord,
  GuestReply,
  MachineImage,
  MachineOutcome,
  MachineRequest,
  MachineRun,
} from '../../contract/runtime.ts'
import { cancelledMessage, failed } from '../outcome.ts'
import { ReplyBatch } from '../reply-batch.ts'
import type { Child, ChildEnd, ChildListener } from './child.ts'
import { isJsonText, readOutcome } from './read-outcome.ts'

// The child stops most programs itself; what it cannot stop is killed so much later.
const graceMs = 100

// For a child to get ready and to read the program, which is no computing of the program's.
const prepareMs = 20_000
const spareBytes = 256 * 1024

/** What is said of a child that does not keep to what was agreed. */
class Violation extends Error {}

/** A run in a child. Everything that comes from there is taken for what a program might have made up. */
export class ChildRun implements MachineRun, ChildListener {
  readonly outcome: Promise<MachineOutcome>
  /** How it ended is settled, or will be without another child. */
  isOver = false
  private readonly request: MachineRequest
  private child: Child | undefined
  private again: (() => void) | undefined
  private settle: (outcome: MachineOutcome) => void = () => {}
  private sent = 0
  private isIdle = false
  private idleSince = 0
  private hasBegun = false
  private calls = 0
  private readonly pending = new Set<number>()
  private readonly replies = new ReplyBatch()
  private timer: NodeJS.Timeout | undefined
  private usedMs = 0
  private busySince = 0
  private readonly head: string[] = []
  private headBytes = 0
  private readonly cancel = (): void => this.end(failed('cancelled', cancelledMessage, this.soFar()))

  constructor(request: MachineRequest) {
    this.request = request
    this.outcome = new Promise((resolve) => {
      this.settle = resolve
    })
    if (request.signal.aborted) this.cancel()
    else request.signal.addEventListener('abort', this.cancel, { once: true })
  }

  /**
   * Begins in a child that does nothing else.
   * @param again - gives it another one where this one turns out to have ended before it read the program.
   */
  begin(child: Child, again?: () => void): void {
    this.child = child
    this.again = again
    const { argumentBytes, resultBytes, consoleBytes } = this.request.limits
    // Texts stand as JSON in the JSON of the last frame, where a character takes six at most.
    child.listen(this, 2 * Math.max(argumentBytes, resultBytes) + 6 * consoleBytes + spareBytes)
    const { program, bindings, limits } = this.request
    this.tell('run', JSON.stringify({ program, bindings, limits }))
  }

  /** Ends it where it got no child. */
  giveUp(error: unknown): void {
    const why = messageOf(error)
    this.end(failed('runtime_died', `the process for the program could not be started: ${why}`))
  }

  /** Ends it because the runtime ends. */
  stop(): void {
    this.cancel()
  }

  /** Milliseconds for which the program has done nothing but wait for its calls and timers; 0 while it computes. */
  get waitedMs(): number {
    return this.isIdle ? performance.now() - this.idleSince : 0
  }

  capture(): Promise<MachineImage | undefined> {
    return Promise.resolve(undefined)
  }

  onFrame(frame: Frame): void {
    if (this.isOver) return
    if (this.isIdle) throw new Violation('it spoke without having been asked')
    switch (frame.word) {
      case 'begun':
        return this.begun()
      case 'say':
        return this.said(frame.body)
      case 'call':
        return this.called(frame)
      case 'idle':
        return this.idle(frame.numbers)
      case 'end':
        return this.ended(frame.body)
      default:
        throw new Violation('it said something unknown')
    }
  }

  onBroken(problem: string): void {
    const message = `the process of the program was ended, as it broke the rules of its channel: ${problem}`
    this.end(failed('runtime_died', message, this.soFar()))
  }

  onEnd({ how, wantedMemory }: ChildEnd): void {
    const { again } = this
    if (again !== undefined && !this.hasBegun && !this.isOver) {
      clearTimeout(this.timer)
      this.child = undefined
      this.sent = 0
      return again()
    }
    const { memoryBytes } = this.request.limits
    const outcome = wantedMemory
      ? failed('memory', `the program used more memory than its limit of ${memoryBytes} bytes`, this.soFar())
      : failed('runtime_died', `the process of the program ended by itself (${how})`, this.soFar())
    this.end(outcome)
  }

  private begun(): void {
    if (this.hasBegun) throw new Violation('it began twice')
    this.hasBegun = true
    this.compute()
  }

  private said(entry: string): void {
    this.headBytes += Buffer.byteLength(entry) + 1
    if (this.headBytes > this.request.limits.consoleBytes)
      throw new Violation('it said more than its console holds')
    this.head.push(entry)
    this.request.onConsole?.(entry)
  }

  private called({ numbers: [id = 0, binding = -1], body }: Frame): void {
    const { bindings, limits } = this.request
    if (id !== this.calls + 1) throw new Violation('its calls are not numbered one after the other')
    if (binding < 0 || binding >= bindings.length) throw new Violation('it called what there is not')
    if (Buffer.byteLength(body) > limits.argumentBytes)
      throw new Violation('the argument of a call is too large')
    if (!isJsonText(body)) throw new Violation('the argument of a call is no JSON')
    this.calls = id
    this.pending.add(id)
    const settled = (reply: GuestReply): void => this.reply(id, reply)
    const refused = (): void => settled({ ok: false, message: 'the call failed in a way that has no reply' })
    this.request.call({ id, binding, arguments: body }).then(settled, refused)
  }

  private reply(id: number, reply: GuestReply): void {
    if (this.isOver || !this.pending.delete(id)) return
    if (this.replies.isEmpty) queueMicrotask(() => this.flush())
    this.replies.add(id, reply)
  }

  private flush(): void {
    const replies = this.replies.take()
    if (!this.isOver && replies !== '') this.tell('deliver', replies)
  }

  /** The child has done what it was told, and waits; where it was told more meanwhile, it is still busy. */
  private idle([heard = 0, timer = -1, usedMicros = 0]: readonly number[]): void {
    if (heard > this.sent || heard < 1) throw new Violation('it heard what was not said')
    this.usedMs = Math.max(this.usedMs, usedMicros / 1000)
    if (heard < this.sent) return
    if (this.pending.size === 0 && timer < 0) throw new Violation('it waits for nothing')
    this.isIdle = true
    this.idleSince = performance.now()
    clearTimeout(this.timer)
    if (timer >= 0) this.timer = setTimeout(() => this.tell('wake'), Math.min(timer, 2 ** 31 - 1))
  }

  private ended(body: string): void {
    const outcome = readOutcome(body, this.request.limits, this.calls)
    if (outcome === undefined) throw new Violation('how it ended cannot be read')
    if (outcome.ok && this.pending.size > 0) throw new Violation('it ended while calls were under way')
    this.end(outcome)
  }

  private tell(word: string, body = ''): void {
    this.sent++
    if (this.sent === 1) this.timer = setTimeout(() => this.unread(), prepareMs)
    else if (this.isIdle) this.compute()
    this.isIdle = false
    this.child?.send(word, body)
  }

  private compute(): void {
    clearTimeout(this.timer)
    this.busySince = performance.now()
    const left = this.request.limits.cpuMs - this.usedMs
    this.timer = setTimeout(() => this.overdue(), Math.max(0, left) + graceMs)
  }

  private overdue(): void {
    const message = `the program computed for longer than its limit of ${this.request.limits.cpuMs} ms`
    this.end(failed('timeout_cpu', message, this.soFar()))
  }

  private unread(): void {
    this.end(failed('timeout_cpu', `the program could not be read within ${prepareMs} ms`))
  }

  /** What is known of a run that had no last word: the head of its console, and time as seen from here. */
  private soFar(): { usage: MachineOutcome['usage']; console: ConsoleRecord } {
    const busyMs = !this.hasBegun || this.isIdle ? 0 : performance.now() - this.busySince
    return {
      usage: { cpuMs: this.usedMs + busyMs, memoryBytes: 0 },
      console: { head: [...this.head], tail: [], omitted: { entries: 0, bytes: 0 } },
    }
  }

  private end(outcome: MachineOutcome): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.timer)
    this.pending.clear()
    this.replies.take()
    this.request.signal.removeEventListener('abort', this.cancel)
    void this.leave(outcome)
  }

  private async leave(outcome: MachineOutcome): Promise<void> {
    try {
      await this.child?.kill()
      this.settle(outcome)
    } catch (error) {
      const why = messageOf(error)
      this.settle(failed('runtime_died', `the process of the program could not be ended: ${why}`, outcome))
    }
  }
}
