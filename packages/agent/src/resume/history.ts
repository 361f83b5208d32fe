import type {
  AssistantMessage,
  CallId,
  FinishReason,
  SessionEvent,
  SessionEventMap,
  Usage,
} from '@millrace/protocol'
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
  /** Milliseconds of it before `since`, where it was cut off and went on. */
  readonly spentMs: number
  readonly since: number
  readonly lastAt: number
  readonly meter: Meter
  /** The model's last answer in it. */
  readonly answer: LoggedAnswer | undefined
}

/** An answer as it stands in the log. */
export interface LoggedAnswer {
  readonly message: AssistantMessage
  readonly finish: FinishReason
  readonly usage?: Usage
}

/** For how long a turn was under way, in milliseconds; nobody was at it between a crash and its going on. */
export function msOf({ spentMs, since, lastAt }: OpenTurnRecord): number {
  return spentMs + lastAt - since
}

/** A call that a program made. */
export interface ProgramCall {
  readonly agent: string | undefined
  readonly started: SessionEventMap['tool/code-dispatch-start']
  readonly isOpen: boolean
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
  /** Calls of programs that have no result, by the id of the call that runs the program, and by their own. */
  readonly programs = new Map<CallId, Map<CallId, ProgramCall>>()
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
      // What sub-agents use counts in the turn that they work for.
      if (event.agent !== undefined) this.openTurns.get(undefined)?.meter.add(increment, false)
    }
    this.#follow(event)
    const concerned = event.type === 'session/resumed' ? [...this.openTurns.values()] : []
    const open = this.openTurns.get(event.agent)
    if (open !== undefined && concerned.length === 0) concerned.push(open)
    for (const each of concerned) this.openTurns.set(each.agent, after(each, event))
  }

  #follow(event: SessionEvent): void {
    this.#followTurns(event)
    this.#followCalls(event)
    this.#followPrograms(event)
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
    const times = { startedAt: time, spentMs: 0, since: time, lastAt: time }
    this.openTurns.set(agent, { agent, turn, ...times, meter: new Meter(), answer: undefined })
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

  #followPrograms({ type, agent, data }: SessionEvent): void {
    if (type === 'tool/result') this.programs.delete(data.callId)
    if (type !== 'tool/code-dispatch-start' && type !== 'tool/code-dispatch') return
    const calls = this.programs.get(data.rootCallId) ?? new Map<CallId, ProgramCall>()
    this.programs.set(data.rootCallId, calls)
    if (type === 'tool/code-dispatch-start') calls.set(data.subCallId, { agent, started: data, isOpen: true })
    else calls.set(data.subCallId, { agent, started: startOf(data), isOpen: false })
  }
}

function startOf(ended: SessionEventMap['tool/code-dispatch']): ProgramCall['started'] {
  const { rootCallId, parentCallId, subCallId, name, arguments: args } = ended
  return { rootCallId, parentCallId, subCallId, name, arguments: args }
}

/** A turn that is under way after one more event of its agent, or of the session. */
function after(open: OpenTurnRecord, event: SessionEvent): OpenTurnRecord {
  const { type, time, data } = event
  // Nobody was at it until the session was opened, and then until the program went on.
  if (type === 'session/resumed') return { ...open, spentMs: msOf(open), since: time, lastAt: time }
  if (type === 'tool/code-resumed') return { ...open, since: time, lastAt: time }
  const heard = { ...open, lastAt: time }
  if (type === 'assistant/message') {
    return { ...heard, answer: { message: data.message, finish: data.finish } }
  }
  if (type !== 'step/end' || data.usage === undefined || open.answer === undefined) return heard
  return { ...heard, answer: { ...open.answer, usage: data.usage } }
}
