import { headOf } from '@millrace/schema'
import type { ToolProgress } from '@millrace/tools'

/** News of a call as the protocol carries it. */
export interface WireProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

const longestMessage = 1_000

/**
 * Sends the news of one call: each with a higher number than the one before, and no faster than the client takes them. Of what
 * comes while one is on its way, only the last is sent.
 */
export class ProgressFeed {
  private last: number | undefined
  private waiting: ToolProgress | undefined
  private isSending = false
  private readonly send: (progress: WireProgress) => Promise<void>

  /** @param send - rejects where the client has gone. */
  constructor(send: (progress: WireProgress) => Promise<void>) {
    this.send = send
  }

  push(progress: ToolProgress): void {
    this.waiting = progress
    if (!this.isSending) void this.flush()
  }

  private async flush(): Promise<void> {
    this.isSending = true
    try {
      for (let next = this.taken(); next !== undefined; next = this.taken())
        await this.send(this.numbered(next))
    } catch {
      // Nobody waits for news any more; that ends the request, too, and so the call.
      this.waiting = undefined
    } finally {
      this.isSending = false
    }
  }

  private taken(): ToolProgress | undefined {
    const next = this.waiting
    this.waiting = undefined
    return next
  }

  private numbered({ text, done, total }: ToolProgress): WireProgress {
    const { last } = this
    const isHigher = done !== undefined && (last === undefined || done > last)
    const progress = isHigher ? done : above(last)
    this.last = progress
    return {
      progress,
      ...(total !== undefined && total >= progress && { total }),
      ...(text !== undefined && text !== '' && { message: headOf(text, longestMessage) }),
    }
  }
}

/** The protocol wants each number to be higher, also where the tool has none. */
function above(last: number | undefined): number {
  if (last === undefined) return 0
  const next = Math.floor(last) + 1
  return next > last ? next : last * (1 + Number.EPSILON)
}
