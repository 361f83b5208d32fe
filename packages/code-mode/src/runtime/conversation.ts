import type { GuestCall, GuestReply, MachineRequest } from '../contract/runtime.ts'
import { ReplyBatch } from './reply-batch.ts'

/** Calls that are made in one turn of the event loop. */
const atOnce = 1_000

/** What it runs next runs as soon as `queueMicrotask` would, for a third of the time. */
const settledAlready = Promise.resolve()

/** The calls of one run, as the texts that cross: those that leave come in lines, and replies go back in batches. */
export class Conversation {
  private readonly make: MachineRequest['call']
  private readonly bindings: number
  private readonly send: (replies: string) => void
  private readonly broken: (message: string) => void
  private readonly replies = new ReplyBatch()
  /** Lines that have to wait for the next turn; whatever comes meanwhile goes behind them. */
  private waiting = ''
  private isOver = false
  private readonly pending = new Set<number>()

  /**
   * @param send - takes replies that settled in the same turn.
   * @param broken - hears of what no machine of ours writes.
   */
  constructor(request: MachineRequest, send: (replies: string) => void, broken: (message: string) => void) {
    this.make = request.call
    this.bindings = request.bindings.length
    this.send = send
    this.broken = broken
  }

  /**
   * Makes the calls of a machine, a line each, and no more at once than a turn of the event loop can bear.
   */
  made(lines: string): void {
    if (this.waiting === '') this.makeSome(lines)
    else this.waiting += lines
  }

  /** Replies have nowhere to go from now on. */
  end(): void {
    this.isOver = true
    this.pending.clear()
    this.replies.take()
    this.waiting = ''
  }

  private makeSome(lines: string): void {
    this.waiting = ''
    let start = 0
    for (let count = 0; start < lines.length && !this.isOver; count++) {
      if (count === atOnce) {
        this.waiting = lines.slice(start)
        setImmediate(() => this.makeSome(this.waiting))
        return
      }
      const end = lines.indexOf('\n', start)
      const call = readCall(end === -1 ? '' : lines.slice(start, end))
      if (call === undefined || call.binding >= this.bindings)
        return this.broken('the machine made a call that cannot be read')
      start = end + 1
      this.begin(call)
    }
  }

  private begin(call: GuestCall): void {
    this.pending.add(call.id)
    const settle = (reply: GuestReply): void => this.settled(call.id, reply)
    const refuse = (): void => settle({ ok: false, message: 'the call failed in a way that has no reply' })
    this.make(call).then(settle, refuse)
  }

  private settled(id: number, reply: GuestReply): void {
    if (this.isOver || !this.pending.delete(id)) return
    if (this.replies.isEmpty) void settledAlready.then(this.flush)
    this.replies.add(id, reply)
  }

  private readonly flush = (): void => {
    const replies = this.replies.take()
    if (!this.isOver && replies !== '') this.send(replies)
  }
}

function readCall(line: string): GuestCall | undefined {
  const first = line.indexOf(',')
  const second = line.indexOf(',', first + 1)
  if (first < 1 || second < first + 2) return undefined
  const id = Number(line.slice(0, first))
  const binding = Number(line.slice(first + 1, second))
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(binding) || id < 0 || binding < 0) return undefined
  return { id, binding, arguments: line.slice(second + 1) }
}
