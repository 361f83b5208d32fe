import type { SessionEvent, SessionEventMap, SessionHeader, Totals, TurnEndReason } from '@millrace/protocol'
import { initialSession, reduceSession, type Presenters, type SessionView } from '@millrace/cards'

/** Totals of a turn. */
export const totals: Totals = {
  steps: 3,
  calls: { done: 4, failed: 0, denied: 0, cancelled: 0 },
  usage: { input: 2_100, output: 300 },
  ms: 9_400,
  toolMs: 6_300,
}

/** The header of a session, all of whose texts are the given one. */
export function headerOf(text = '/work'): SessionHeader {
  return {
    format: 'millrace-session',
    version: 1,
    id: '7f3a81c2000000000000000000000000',
    time: 1_700_000_000_000,
    cwd: text,
    principal: text,
    versions: { [text]: text },
    tools: { [text]: text },
    forkOf: { session: text, seq: 3 },
  }
}

/** Writes the log of an agent's session and folds it as it grows. */
export class SpokenSession {
  readonly events: SessionEvent[] = []
  readonly presenters: Presenters | undefined
  view: SessionView = initialSession
  time = 1_700_000_000_000
  turn = 0
  step = 0

  constructor(presenters?: Presenters) {
    this.presenters = presenters
  }

  log<T extends SessionEvent['type']>(type: T, data: SessionEventMap[T], agent?: string): this {
    const { time } = this
    const seq = this.events.length
    const event = { seq, time, type, ...(agent !== undefined && { agent }), data } as SessionEvent
    this.events.push(event)
    this.view = reduceSession(this.view, event, this.presenters)
    return this
  }

  later(ms: number): this {
    this.time += ms
    return this
  }

  start(text?: string, agent?: string): this {
    if (agent === undefined) this.turn++
    this.step = 1
    this.log('turn/start', { turn: this.turn, principal: 'ada' }, agent)
    return text === undefined ? this : this.user(text, agent)
  }

  user(text: string, agent?: string, more: { steering?: true; plugin?: string } = {}): this {
    const { turn, step } = this
    const { steering, plugin } = more
    return this.log(
      'user/message',
      {
        turn,
        step,
        message: {
          role: 'user',
          content: text,
          ...(plugin !== undefined && { source: { kind: 'plugin', plugin } }),
        },
        ...(steering && { steering }),
      },
      agent,
    )
  }

  request(agent?: string, provider = 'openai'): this {
    const { turn, step } = this
    return this.log('step/start', { turn, step, model: { provider, id: 'gpt' }, settings: {} }, agent)
  }

  chunk(text: string, kind: 'text' | 'reasoning' = 'text', agent?: string): this {
    const { turn, step } = this
    return this.log('assistant/chunk', { turn, step, kind, text }, agent)
  }

  answer(
    text: string,
    agent?: string,
    more: { reasoning?: string; finish?: SessionEventMap['assistant/message']['finish'] } = {},
  ): this {
    const { turn, step } = this
    const { reasoning, finish = 'stop' } = more
    return this.log(
      'assistant/message',
      {
        turn,
        step,
        message: {
          role: 'assistant',
          content: text === '' ? [] : [{ type: 'text', text }],
          ...(reasoning !== undefined && { reasoning: [{ text: reasoning }] }),
        },
        finish,
      },
      agent,
    )
  }

  retry(message = 'too many requests', agent?: string): this {
    const { turn, step } = this
    const code = 'MODEL_RATE_LIMIT'
    return this.log('model/retry', { turn, step, attempt: 2, code, message, delayMs: 1_500 }, agent)
  }

  call(callId: string, name: string, args: unknown = {}, agent?: string): this {
    const { turn, step } = this
    return this.log('tool/call', { turn, step, callId, name, arguments: JSON.stringify(args) }, agent)
  }

  result(callId: string, text = 'ok', agent?: string, error?: { name: string; code: string }): this {
    const { turn, step } = this
    return this.log(
      'tool/result',
      {
        turn,
        step,
        callId,
        callSeq: 0,
        content: [{ type: 'text', text: error === undefined ? text : `Error: ${text}` }],
        isError: error !== undefined,
        ...(error !== undefined && { error }),
      },
      agent,
    )
  }

  ask(callId: string): this {
    return this.log('approval/asked', { requestId: 'q', callId, toolName: 'x', argumentsHash: 'h' })
  }

  agent(agentId: string, parentCallId: string, description = 'look around', by?: string): this {
    return this.log('agent/started', { agentId, parentCallId, principal: 'ada', description }, by)
  }

  agentEnded(agentId: string, parentCallId: string, reason: TurnEndReason = 'done', by?: string): this {
    return this.log('agent/ended', { agentId, parentCallId, reason }, by)
  }

  end(reason: TurnEndReason = 'done', more: Partial<SessionEventMap['turn/end']> = {}, agent?: string): this {
    const { turn } = this
    return this.log('turn/end', { turn, reason, totals, session: totals, ...more }, agent)
  }
}
