import type { CallId, SessionEvent, SessionEventMap, SessionEventType } from '@millrace/protocol'
import type { SessionLog } from '../contract/session.ts'
import { boundedEvent } from './bounded-event.ts'
import type { CallRecord } from './call-record.ts'
import type { ResumedCall } from '../resume/resumed-call.ts'
import type { LiveAgent } from './live-agent.ts'
import type { EventIncrements } from './meter.ts'
import type { Append } from '../resume/mend.ts'
import { redactedEvent } from './redacted-event.ts'
import type { AgentRuntime } from './runtime.ts'

/** A session that is open: its log, and the agents that write to it. */
export class LiveSession {
  readonly log: SessionLog
  /** All ids of calls of the session, of sub-agents, too. */
  readonly callIds: Set<CallId>
  /** Calls that were admitted and have no result, by their id. */
  readonly underWay = new Map<CallId, CallRecord>()
  readonly #runtime: AgentRuntime
  readonly #agents = new Map<string | undefined, LiveAgent>()
  readonly #increments: EventIncrements
  readonly #unwatch: () => void
  readonly #resumed: ResumedCall | undefined

  constructor(
    runtime: AgentRuntime,
    log: SessionLog,
    past: { callIds: Set<CallId>; increments: EventIncrements },
    resumed?: ResumedCall,
  ) {
    this.#runtime = runtime
    this.log = log
    this.callIds = past.callIds
    this.#increments = past.increments
    this.#resumed = resumed
    this.#unwatch = log.watch((event) => this.#heard(event))
  }

  /** Whether the program of the call that was cut off has taken up its work again. */
  get wentOn(): boolean {
    return this.#resumed?.wentOn === true
  }

  /** Takes an agent in, whose events are known by its id from now on. */
  join(agent: LiveAgent): void {
    this.#agents.set(agent.envelope, agent)
  }

  leave(agent: LiveAgent): void {
    this.#agents.delete(agent.envelope)
  }

  /** Tells the log of a fact about a program's calls, unless it has it from before the program was cut off. Throws as `append`. */
  tell<T extends SessionEventType>(agent: LiveAgent, type: T, data: SessionEventMap[T]): void {
    if (this.#resumed?.isTold(type, data) === true) return
    this.append(agent, type, data)
  }

  /** Appends an event of an agent without what is secret in it. Throws where the log failed. */
  append<T extends SessionEventType>(agent: LiveAgent, type: T, data: SessionEventMap[T]): SessionEvent<T> {
    const { envelope } = agent
    const also: Append = (of, kind, facts) =>
      this.log.append(kind, facts, of === undefined ? {} : { agent: of }).seq
    this.#resumed?.beforeResult(type, data, also)
    const told = redactedEvent(this.#runtime.redactor, boundedEvent(type, data))
    const event = this.log.append(type, told, envelope === undefined ? {} : { agent: envelope })
    this.#resumed?.told(type, data)
    return event
  }

  /** The call that is under way under this id, or within which a call of this id is made. */
  callUnderWay(callId: CallId): CallRecord | undefined {
    for (let id = callId; ;) {
      const found = this.underWay.get(id)
      if (found !== undefined) return found
      const end = id.lastIndexOf(':')
      if (end <= 0) return undefined
      id = id.slice(0, end)
    }
  }

  /** Lets go of the log. Whatever goes wrong in that is reported. */
  async close(): Promise<void> {
    this.#unwatch()
    try {
      await this.log.close()
    } catch (error) {
      this.#runtime.warn(`session ${this.log.header.id} could not be closed properly`, error)
    }
  }

  #heard(event: SessionEvent): void {
    const agent = this.#agents.get(event.agent)
    const increment = this.#increments.of(event)
    if (agent === undefined) return
    agent.fold(event)
    if (increment !== undefined) {
      for (let each: LiveAgent | undefined = agent; each; each = each.parent) {
        each.meter.add(increment, each === agent)
      }
    }
    this.#runtime.tell('agent/event', agent, event)
  }
}
