import type { SessionEvent, SessionEventMap, ToolTrace } from '@millrace/protocol'
import { initialCards, reduceCards, type Card, type CardState, type Presenters } from '@millrace/cards'

/** Writes a session log and folds it as it grows; the clock stands still until it is moved. */
export class Session {
  readonly events: SessionEvent[] = []
  readonly presenters: Presenters | undefined
  state: CardState = initialCards
  time = 1_700_000_000_000

  constructor(presenters?: Presenters) {
    this.presenters = presenters
  }

  log<T extends SessionEvent['type']>(type: T, data: SessionEventMap[T], agent?: string): this {
    const { time } = this
    const seq = this.events.length
    const event = { seq, time, type, ...(agent !== undefined && { agent }), data } as SessionEvent
    this.events.push(event)
    this.state = reduceCards(this.state, event, this.presenters)
    return this
  }

  later(ms: number): this {
    this.time += ms
    return this
  }

  call(callId: string, name: string, args: unknown = {}): this {
    const text = typeof args === 'string' ? args : JSON.stringify(args)
    return this.log('tool/call', { turn: 1, step: 1, callId, name, arguments: text })
  }

  trace(callId: string, trace: Partial<ToolTrace>): this {
    return this.log('tool/trace', { callId, status: 'done', stages: [], ...trace })
  }

  done(callId: string, text = 'ok'): this {
    return this.result(callId, { content: [{ type: 'text', text }], isError: false })
  }

  fail(callId: string, message: string, code?: string): this {
    const error = code === undefined ? {} : { error: { name: 'SomeError', code } }
    return this.result(callId, {
      content: [{ type: 'text', text: `Error: ${message}` }],
      isError: true,
      ...error,
    })
  }

  result(
    callId: string,
    data: Omit<SessionEventMap['tool/result'], 'turn' | 'step' | 'callId' | 'callSeq'>,
  ): this {
    return this.log('tool/result', { turn: 1, step: 1, callId, callSeq: 0, ...data })
  }

  ask(callId: string, toolName: string, reason?: string): this {
    const question = { requestId: `q-${callId}`, callId, toolName, argumentsHash: 'h' }
    return this.log('approval/asked', reason === undefined ? question : { ...question, reason })
  }

  answer(
    callId: string,
    answer: Pick<SessionEventMap['approval/decided'], 'outcome' | 'by' | 'message'>,
  ): this {
    const question = { requestId: `q-${callId}`, callId, toolName: 'any', argumentsHash: 'h' }
    return this.log('approval/decided', { ...question, ...answer })
  }

  grant(callId: string, grant: Pick<SessionEventMap['permission/granted'], 'id' | 'lasts'>): this {
    const { time: at } = this
    return this.log('permission/granted', {
      rule: 'any',
      by: 'user',
      at,
      for: { callId, toolName: 'any' },
      ...grant,
    })
  }

  dispatch(
    parentCallId: string,
    subCallId: string,
    name: string,
    args: SessionEventMap['tool/code-dispatch']['arguments'] = {},
  ): this {
    return this.log('tool/code-dispatch-start', {
      rootCallId: parentCallId,
      parentCallId,
      subCallId,
      name,
      arguments: args,
    })
  }

  dispatched(parentCallId: string, subCallId: string, isError = false): this {
    return this.log('tool/code-dispatch', {
      rootCallId: parentCallId,
      parentCallId,
      subCallId,
      name: 'any',
      arguments: {},
      isError,
      content: [{ type: 'text', text: isError ? 'Error: no' : 'ok' }],
    })
  }

  console(callId: string, text: string): this {
    return this.log('tool/code-console', { callId, text })
  }

  /** The only card, or the one at an index. */
  card(index = 0): Card {
    const card = this.state.cards[index]
    if (card === undefined) throw new Error(`there is no card ${index}`)
    return card
  }
}
