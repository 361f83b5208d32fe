import type { CallId, SessionEvent, SessionEventMap } from '@millrace/protocol'
import type { Conversation } from '../conversation/conversation.ts'
import { emptyConversation, foldConversation } from '../conversation/fold.ts'
import { EventIncrements, Meter } from '../loop/meter.ts'

/** A call that has no result. */
export interface OpenCallRecord {
  readonly agent: string | undefined
  readonly callId: CallId
  readonly name: string
  readonly arguments: string
  readonly turn: number
  readonly step: number
  /** Number of its `tool/call`, where that was logged. */
  readonly callSeq: number | undefined
}

/** A turn that has no end. */
export interface OpenTurnRecord {
  readonly agent: string | undefined
  readonly turn: number
  readonly startedAt: number
  readonly lastAt: number
  readonly meter: Meter
}

/** A sub-agent that has no end. */
export interface OpenSubAgent {
  readonly agentId: string
  readonly parentCallId: CallId
  /** The agent that started it. */
  readonly agent: string | undefined
}

/** A question that was not decided. */
export interface OpenQuestion {
  readonly agent: string | undefined
  readonly asked: SessionEventMap['approval/asked']
}

/** What a session comes to so far: where its own agent stands, and what was left open. */
export class History {
  conversation: Conversation = emptyConversation
  readonly meter = new Meter()
  readonly increments = new EventIncrements()
  readonly callIds = new Set<CallId>()
  readonly openCalls = new Map<CallId, OpenCallRecord>()
  readonly openTurns = new Map<string | undefined, OpenTurnRecord>()
  readonly openSubAgents = new Map<string, OpenSubAgent>()
  /** By the id of the question. */
  readonly openQuestions = new Map<string, OpenQuestion>()
  /** Results that no call asked for, or that came twice. */
  readonly orphans: { seq: number; callId: CallId }[] = []
  turns = 0
  principal: string | undefined

  constructor(events: Iterable<SessionEvent>) {
    for (const event of events) this.add(event)
  }

  add(event: SessionEvent): void {
    this.conversation = foldConversation(this.conversation, event)
    const increment = this.increments.of(event)
    if (increment !== undefined) {
      this.meter.add(increment, event.agent === undefined)
      this.openTurns.get(event.agent)?.meter.add(increment, true)
    }
    this.#follow(event)
    const open = this.openTurns.get(event.agent)
    if (open !== undefined) this.openTurns.set(event.agent, { ...open, lastAt: event.time })
  }

  #follow(event: SessionEvent): void {
    this.#followTurns(event)
    this.#followCalls(event)
    if (event.type === 'agent/started') {
      const { agentId, parentCallId } = event.data
      this.openSubAgents.set(agentId, { agentId, parentCallId, agent: event.agent })
    }
    if (event.type === 'agent/ended') this.openSubAgents.delete(event.data.agentId)
    if (event.type === 'approval/asked') {
      this.openQuestions.set(event.data.requestId, { agent: event.agent, asked: event.data })
    }
    if (event.type === 'approval/decided') this.openQuestions.delete(event.data.requestId)
  }

  #followTurns({ type, agent, time, data }: SessionEvent): void {
    if (type === 'turn/end') this.openTurns.delete(agent)
    if (type !== 'turn/start') return
    const { turn, principal } = data
    if (agent === undefined) [this.turns, this.principal] = [turn, principal]
    this.openTurns.set(agent, { agent, turn, startedAt: time, lastAt: time, meter: new Meter() })
  }

  #followCalls({ type, agent, seq, data }: SessionEvent): void {
    if (type === 'assistant/message') {
      const { message, turn, step } = data
      for (const { id: callId, name, arguments: text } of message.toolCalls ?? []) {
        this.callIds.add(callId)
        this.openCalls.set(callId, { agent, callId, name, arguments: text, turn, step, callSeq: undefined })
      }
    } else if (type === 'tool/call') {
      this.callIds.add(data.callId)
      this.openCalls.set(data.callId, { agent, ...data, callSeq: seq })
    } else if (type === 'tool/result' && !this.openCalls.delete(data.callId)) {
      this.orphans.push({ seq, callId: data.callId })
    }
  }
}
