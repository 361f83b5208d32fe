import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client'
import { isRecord } from '../../is-record.ts'
import { connectionLimits } from './limits.ts'
import type { Exact } from './exact.ts'

/** A request of ours whose answer and progress go to whoever made it, past the SDK. */
export interface Expected {
  /** What the SDK is given in place of the result: it checks and copies every part of what it sees. */
  readonly standIn: Readonly<Record<string, unknown>>
  /** Ends the request by HTTP, where it is one of its own. */
  readonly over: AbortSignal
  take(result: Readonly<Record<string, unknown>>, exact: Exact | undefined): void
  progress(params: unknown): void
  /** The answer will never come. */
  lost(why: string): void
  /** The answer is none. */
  malformed(why: string): void
}

/** What else a server says. */
export interface WireEvents {
  toolsChanged(): void
  said(params: unknown): void
  odd(text: string): void
}

/** A transport that may know more of the messages it delivers. */
export interface KnownTransport extends Transport {
  /** What parsing the message with this id hid; once. */
  exactOf?(id: RequestId): Exact | undefined
  /** Says whose answers are of interest. */
  expects?(isExpected: (id: RequestId) => boolean): void
  /** Told of the id of a request whose answer was dropped, as it was too long. */
  ontoolong?: (id: RequestId) => void
  /** Why it ended, where it did. */
  readonly endedBecause?: string | undefined
}

const plain: unique symbol = Symbol('a request of the SDK')

/**
 * Stands between the SDK and a transport. Only well-formed messages pass that answer or ask something; an answer must
 * carry the very id of a request that waits, once. Results of tools go to their callers whole, as the SDK would check
 * them part by part, drop what it does not know and refuse all for one.
 */
export class Wire implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  private readonly inner: KnownTransport
  private readonly events: WireEvents
  /** By their arguments. An entry in a WeakMap costs the garbage collector a multiple. */
  private readonly calls = new Map<object, Expected>()
  private readonly tasks = new Map<unknown, Expected>()
  private list: Expected | undefined
  private readonly waiting = new Map<RequestId, Expected | typeof plain>()
  private readonly asked = new Set<RequestId>()

  constructor(inner: KnownTransport, events: WireEvents) {
    this.inner = inner
    this.events = events
    inner.expects?.((id) => this.waiting.has(id))
    // The SDK takes what has these for a program, and its silence for that of an older server.
    if (inner.hasPerRequestStream !== true) Object.assign(this, { stderr: null, pid: null })
  }

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId
  }

  /** Whether messages were text. One in memory delivers members that a text would not have. */
  get isText(): boolean {
    return this.inner.exactOf !== undefined
  }

  get endedBecause(): string | undefined {
    return this.inner.endedBecause
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version)
  }

  async start(): Promise<void> {
    this.inner.onclose = () => this.onclose?.()
    this.inner.onerror = (error) => this.onerror?.(error)
    this.inner.ontoolong = (id) => this.unanswerable(id)
    this.inner.onmessage = (message: unknown, extra?: MessageExtraInfo) => this.receive(message, extra)
    await this.inner.start()
  }

  close(): Promise<void> {
    return this.inner.close()
  }

  /** Routes the answers of the calls with these arguments, known by identity: a question in between makes two requests. */
  expectCall(args: object, expected: Expected): void {
    this.calls.set(args, expected)
  }

  /** Routes the answer of a task. */
  expectTask(taskId: string, expected: Expected): void {
    this.tasks.set(taskId, expected)
  }

  /** Routes the answers of lists; there is one at a time. */
  expectList(expected: Expected | undefined): void {
    this.list = expected
  }

  /** Forgets what was asked for and is not wanted any more. */
  forget(expected: Expected): void {
    for (const [args, waiting] of this.calls) if (waiting === expected) this.calls.delete(args)
    for (const [id, waiting] of this.waiting) if (waiting === expected) this.waiting.delete(id)
    for (const [taskId, waiting] of this.tasks) if (waiting === expected) this.tasks.delete(taskId)
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) {
      await this.inner.send(message, options)
      if (message.id !== undefined) this.asked.delete(message.id)
      return
    }
    if (!('id' in message)) {
      const cancelled =
        message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined
      if (cancelled !== undefined) this.waiting.delete(cancelled as RequestId)
      return this.inner.send(message, options)
    }
    const { id } = message
    const expected = this.expectedOf(message) ?? plain
    this.waiting.set(id, expected)
    return this.inner.send(message, this.hasPerRequestStream ? this.streamed(id, expected, options) : options)
  }

  /** The same options for a request that has a stream of its own, whose end is the end of the request. */
  private streamed(
    id: RequestId,
    expected: Expected | typeof plain,
    options: TransportSendOptions | undefined,
  ): TransportSendOptions {
    const ends = [options?.requestSignal, expected === plain ? undefined : expected.over]
    const signals = ends.filter((signal) => signal !== undefined)
    return {
      ...options,
      // Where there are two, neither outlives the request by long.
      requestSignal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.()
        if (!this.waiting.delete(id)) return
        const why = 'the server ended its answer early'
        if (expected !== plain) expected.lost(why)
        else this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32000, message: why } })
      },
    }
  }

  private expectedOf(message: JSONRPCRequest): Expected | undefined {
    if (message.method === 'tools/list') return this.list
    if (message.method === 'tasks/result') return this.tasks.get(message.params?.['taskId'])
    const args = message.method === 'tools/call' ? message.params?.['arguments'] : undefined
    return typeof args === 'object' && args !== null ? this.calls.get(args) : undefined
  }

  private receive(message: unknown, extra: MessageExtraInfo | undefined): void {
    if (Array.isArray(message)) {
      if (message.length > connectionLimits.batch) return this.events.odd('a batch of too many messages')
      for (const one of message) if (!Array.isArray(one)) this.receive(one, extra)
      return
    }
    if (!isRecord(message) || message['jsonrpc'] !== '2.0')
      return this.events.odd('a message outside the protocol')
    if (!('method' in message)) return this.answered(message, extra)
    const { method, params } = message
    if (typeof method !== 'string' || (params !== undefined && !isRecord(params))) {
      return this.events.odd('a request or notification outside the protocol')
    }
    if ('id' in message) this.requested(message['id'], method, params, extra)
    else this.notified(method, params, extra)
  }

  private answered(message: Readonly<Record<string, unknown>>, extra: MessageExtraInfo | undefined): void {
    const id = message['id']
    if (!isId(id)) return
    const expected = this.waiting.get(id)
    const exact = this.inner.exactOf?.(id)
    // Late and repeated answers are quietly no answers.
    if (expected === undefined || !this.waiting.delete(id)) return
    const { result, error } = message
    if (error !== undefined) {
      if (isRecord(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string') {
        return this.forward(id, { error }, extra)
      }
      return this.refuse(id, expected, 'an error without a code or message', extra)
    }
    if (!isRecord(result)) return this.refuse(id, expected, 'a result that is no object', extra)
    const { resultType } = result
    if (expected === plain || (typeof resultType === 'string' && resultType !== 'complete'))
      return this.forward(id, { result }, extra)
    expected.take(result, exact)
    // A result that does not say what it is counts as complete.
    this.forward(id, { result: { ...expected.standIn, resultType: 'complete' } }, extra)
  }

  private forward(id: RequestId, answer: object, extra?: MessageExtraInfo): void {
    this.onmessage?.({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage, extra)
  }

  private refuse(
    id: RequestId,
    expected: Expected | typeof plain,
    why: string,
    extra?: MessageExtraInfo,
  ): void {
    if (expected !== plain) expected.malformed(why)
    this.forward(id, { error: { code: -32603, message: why } }, extra)
  }

  private unanswerable(id: RequestId): void {
    const expected = this.waiting.get(id)
    if (expected === undefined || !this.waiting.delete(id)) return
    this.refuse(id, expected, `an answer of more than ${connectionLimits.messageBytes} bytes`)
  }

  private requested(
    id: unknown,
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    extra: MessageExtraInfo | undefined,
  ): void {
    if (!isId(id)) return this.events.odd('a request with an id that is none')
    if (this.asked.size >= connectionLimits.requests)
      return this.events.odd('more requests than are answered at once')
    this.asked.add(id)
    this.onmessage?.({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) }, extra)
  }

  private notified(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    extra: MessageExtraInfo | undefined,
  ): void {
    if (method === 'notifications/progress') {
      const token = params?.['progressToken']
      const expected = isId(token) ? this.waiting.get(token) : undefined
      if (expected !== undefined && expected !== plain) expected.progress(params)
    } else if (method === 'notifications/tools/list_changed') this.events.toolsChanged()
    else if (method === 'notifications/message') this.events.said(params)
    else if (method === 'notifications/cancelled' || method === 'notifications/subscriptions/acknowledged') {
      const cancelled = params?.['requestId']
      if (isId(cancelled)) this.asked.delete(cancelled)
      this.onmessage?.({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) }, extra)
    }
  }
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
}
