import type { GuestCall, GuestReply, MachineRequest } from '../contract/runtime.ts'

const callLine = /^(\d{1,15}),(\d{1,9}),(.*)$/s

/** The calls of one run, as the texts that cross: those that leave come in lines, and replies go back in batches. */
export class Conversation {
  private readonly make: MachineRequest['call']
  private readonly bindings: number
  private readonly send: (replies: string) => void
  private replies = ''
  private isOver = false
  private readonly pending = new Map<number, number>()

  /** @param send - takes replies that settled in the same turn. */
  constructor(request: MachineRequest, send: (replies: string) => void) {
    this.make = request.call
    this.bindings = request.bindings.length
    this.send = send
  }

  /** Milliseconds since the oldest call that is under way was made; 0 where there is none. */
  get oldestMs(): number {
    for (const since of this.pending.values()) return performance.now() - since
    return 0
  }

  /**
   * Makes the calls of a machine, a line each.
   * @throws Error where this is not what a machine of ours writes.
   */
  made(lines: string): void {
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf('\n', start)
      const call = readCall(end === -1 ? '' : lines.slice(start, end))
      if (call === undefined || call.binding >= this.bindings)
        throw new Error('the machine made a call that cannot be read')
      start = end + 1
      this.begin(call)
    }
  }

  /** Replies have nowhere to go from now on. */
  end(): void {
    this.isOver = true
    this.pending.clear()
    this.replies = ''
  }

  private begin(call: GuestCall): void {
    this.pending.set(call.id, performance.now())
    const settle = (reply: GuestReply): void => this.settled(call.id, reply)
    const refuse = (): void => settle({ ok: false, message: 'the call failed in a way that has no reply' })
    this.make(call).then(settle, refuse)
  }

  private settled(id: number, reply: GuestReply): void {
    if (this.isOver || !this.pending.delete(id)) return
    const text = reply.ok ? reply.value : JSON.stringify({ message: reply.message, code: reply.code })
    if (this.replies === '') queueMicrotask(() => this.flush())
    this.replies += `${id},${reply.ok ? 1 : 0},${text.length}:${text}`
  }

  private flush(): void {
    const { replies } = this
    this.replies = ''
    if (!this.isOver && replies !== '') this.send(replies)
  }
}

function readCall(line: string): GuestCall | undefined {
  const match = callLine.exec(line)
  if (match === null) return undefined
  const [, id, binding, json = ''] = match
  return { id: Number(id), binding: Number(binding), arguments: json }
}
