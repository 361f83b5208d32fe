import type {
  JSONRPCMessage,
  MessageExtraInfo,
  RequestId,
  TransportSendOptions,
} from '@modelcontextprotocol/client'
import { ExactMessages, type Exact } from './exact.ts'
import type { KnownTransport } from './wire.ts'

/** What our transports share: they know what parsing hid of their messages, and they end once, whoever ends them. */
export abstract class EndingTransport implements KnownTransport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  endedBecause: string | undefined
  protected readonly exact: ExactMessages = new ExactMessages()
  protected isOver = false
  private closing: Promise<void> | undefined

  abstract start(): Promise<void>
  abstract send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>

  expects(isExpected: (id: RequestId) => boolean): void {
    this.exact.expects(isExpected)
  }

  exactOf(id: RequestId): Exact | undefined {
    return this.exact.take(id)
  }

  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  /** Ends it, where it has not ended by itself, and lets go of everything. Called once. */
  protected abstract end(): Promise<void>

  /** @param why - absent where it was closed from here: what led to that says more. */
  protected ended(why?: string): void {
    if (this.isOver) return
    this.isOver = true
    this.endedBecause = why
    this.onclose?.()
  }
}
