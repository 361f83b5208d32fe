import type { Context } from '@deepseek-ai/cordis'
import {
  codeOf,
  messageOf,
  type CallId,
  type SessionEvent,
  type SessionEventMap,
  type SessionEventType,
  type Totals,
  type UserMessage,
} from '@millrace/protocol'
import type { AgentEvents } from '@millrace/tools'
import type { InterruptedTurn, SessionAgent, TurnResult } from '../contract/agent.ts'
import type { SessionLog } from '../contract/session.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { emptyConversationWith, foldConversation } from '../conversation/fold.ts'
import type { Interruption } from '../resume/interrupted.ts'
import { AgentError } from './agent-error.ts'
import { loggedEvents } from './agent-events.ts'
import { follow } from './follow.ts'
import { goOnTurn, leaveTurn, nothingInterrupted, turnOf } from './go-on.ts'
import { goOn, Inbox, type Waiting } from './inbox.ts'
import type { LiveSession } from './live-session.ts'
import { readMessage } from './message.ts'
import { Meter } from './meter.ts'
import type { AgentConfig } from './options.ts'
import type { AgentRuntime } from './runtime.ts'
import { runTurn } from './run-turn.ts'
import { Turn } from './turn.ts'
import { disposed, outlived, unsent } from './unsent.ts'

/** Who an agent is. */
export interface Identity {
  readonly id: string
  readonly principal: string
  readonly cwd: string
  readonly config: AgentConfig
  readonly parent?: LiveAgent
  /** The call of its parent that it works for. */
  readonly callId?: CallId
}

/** What an agent brings with it from an earlier part of its session. */
export interface Past {
  readonly conversation: Conversation
  readonly meter: Meter
  readonly turns: number
}

/** An agent with its session: an inbox, and one turn at a time. */
export class LiveAgent implements SessionAgent {
  readonly id: string
  readonly principal: string
  readonly cwd: string
  readonly config: AgentConfig
  declare readonly parent?: LiveAgent
  readonly callId: CallId | undefined
  readonly runtime: AgentRuntime
  meter: Meter
  readonly children = new Set<LiveAgent>()
  /** How many turns there were. */
  turns: number
  #conversation: Conversation
  #ctx: Context | undefined
  #undo: (() => unknown) | undefined
  #live: LiveSession | undefined
  #turn: Turn | undefined
  #working: Promise<void> | undefined
  #ended: Promise<void> | undefined
  #last: TurnResult | undefined
  #interruption: Interruption | undefined
  readonly #inbox = new Inbox<TurnResult>()

  constructor(runtime: AgentRuntime, identity: Identity) {
    this.runtime = runtime
    this.id = identity.id
    this.principal = identity.principal
    this.cwd = identity.cwd
    this.config = identity.config
    if (identity.parent !== undefined) this.parent = identity.parent
    this.callId = identity.callId
    this.meter = new Meter()
    this.turns = 0
    this.#conversation = emptyConversationWith(identity.parent?.loadedTools ?? none)
  }

  /** Its id in the envelope of its events; none for the agent of the session itself. */
  get envelope(): string | undefined {
    return this.parent === undefined ? undefined : this.id
  }

  get ctx(): Context {
    return present(this.#ctx)
  }

  get live(): LiveSession {
    return present(this.#live)
  }

  get session(): SessionLog {
    return this.live.log
  }

  /** For whoever logs facts about its calls. */
  readonly events: AgentEvents = loggedEvents(this)

  get conversation(): Conversation {
    return this.#conversation
  }

  get loadedTools(): ReadonlySet<string> {
    return this.#conversation.loaded ?? none
  }

  get status(): SessionAgent['status'] {
    if (this.#ended !== undefined) return 'disposed'
    return this.#turn === undefined ? 'idle' : 'running'
  }

  get totals(): Totals {
    return this.meter.totals
  }

  /** How its last turn ended. */
  get last(): TurnResult | undefined {
    return this.#last
  }

  get interrupted(): InterruptedTurn | undefined {
    if (this.#interruption === undefined) return undefined
    const { turn, callId, name: tool } = this.#interruption.call
    return { turn, callId, tool }
  }

  /** Goes on from an earlier part of its session. */
  remember({ conversation, meter, turns }: Past, interruption?: Interruption): void {
    this.#interruption = interruption
    this.#conversation = conversation
    this.meter = meter
    this.turns = turns
  }

  /** Gives it its scope, and the way to undo it. */
  enter(ctx: Context): void {
    this.#ctx = ctx
  }

  endsBy(undo: () => unknown): void {
    this.#undo = undo
  }

  /** Gives it its session; from here on it can be used. */
  attach(live: LiveSession): void {
    this.#live = live
    live.join(this)
    this.parent?.children.add(this)
    this.runtime.agents.add(this)
  }

  fold(event: SessionEvent): void {
    this.#conversation = foldConversation(this.#conversation, event, this.envelope)
  }

  append<T extends SessionEventType>(type: T, data: SessionEventMap[T]): SessionEvent<T> {
    return this.live.append(this, type, data)
  }

  /** Appends where nobody can be told that it failed: the turn under way ends by that. */
  tryAppend<T extends SessionEventType>(type: T, data: SessionEventMap[T]): void {
    try {
      this.append(type, data)
    } catch (error) {
      if (this.#turn !== undefined) this.#turn.fail(error)
      else this.runtime.warn(`an event ${type} of agent ${this.id} could not be logged`, error)
    }
  }

  send(sent: string | UserMessage, signal?: AbortSignal): Promise<TurnResult> {
    return this.#enqueue(() => readMessage(sent), signal)
  }

  goOn(signal?: AbortSignal): Promise<TurnResult> {
    return this.#enqueue(() => goOn, signal)
  }

  #enqueue(read: () => Waiting<TurnResult>['message'], signal?: AbortSignal): Promise<TurnResult> {
    let message: Waiting<TurnResult>['message']
    try {
      message = read()
      if (this.#ended !== undefined) throw disposed(this.id)
    } catch (error) {
      return Promise.resolve(unsent('failed', messageOf(error), codeOf(error)))
    }
    return new Promise((resolve) => {
      const left = (): void => resolve(unsent('interrupted', 'taken out of the inbox before its turn'))
      this.#inbox.add({ message, signal, resolve }, left)
      this.#working ??= this.#work()
    })
  }

  steer(sent: string | UserMessage): boolean {
    const turn = this.#turn
    if (turn === undefined || turn.isEnding) return false
    turn.steering.push(readMessage(sent))
    return true
  }

  interrupt(reason?: string): void {
    this.#turn?.interrupt(reason)
  }

  async dispose(): Promise<void> {
    const ended = this.end()
    await this.#undo?.()
    await ended
  }

  /** Comes to rest. What is registered through its context is undone by whoever calls this. */
  end(): Promise<void> {
    return (this.#ended ??= this.#end())
  }

  async #end(): Promise<void> {
    const { parent } = this
    this.#turn?.interrupt('the agent was disposed')
    for (let left = this.#inbox.next(); left !== undefined; left = this.#inbox.next()) {
      left.resolve(outlived(this.id))
    }
    await Promise.all([...this.children].map((child) => child.dispose()))
    await this.#working
    this.runtime.agents.delete(this)
    const live = this.#live
    if (live === undefined) return
    if (parent === undefined) await live.close()
    else parent.childEnded(this)
    live.leave(this)
  }

  /** Logs that a sub-agent has ended. */
  childEnded(child: LiveAgent): void {
    this.children.delete(child)
    const parentCallId = child.callId
    if (parentCallId === undefined || this.session.failure !== undefined) return
    const reason = child.last?.reason ?? 'interrupted'
    this.tryAppend('agent/ended', { agentId: child.id, parentCallId, reason })
  }

  async #work(): Promise<void> {
    // Not within `send`: whoever sends sees the agent's answer before the turn begins.
    await Promise.resolve()
    for (let next = this.#inbox.next(); next !== undefined; next = this.#inbox.next()) {
      next.resolve(await this.#take(next))
    }
    this.#working = undefined
  }

  async #take({ message, signal }: Waiting<TurnResult>): Promise<TurnResult> {
    const interruption = this.#interruption
    this.#interruption = undefined
    if (message === goOn) {
      if (interruption === undefined) return unsent('failed', ...nothingInterrupted)
      return this.#run(turnOf(this, interruption), signal, (turn) => goOnTurn(turn, interruption))
    }
    this.turns += 1
    const next = new Turn(this, this.turns)
    // There already while the other one is closed: whoever interrupts means this one.
    this.#turn = next
    if (interruption !== undefined) await leaveTurn(turnOf(this, interruption), interruption)
    if (this.#ended === undefined) return this.#run(next, signal, (turn) => runTurn(turn, message))
    this.#turn = undefined
    return outlived(this.id)
  }

  async #run(
    turn: Turn,
    signal: AbortSignal | undefined,
    run: (turn: Turn) => Promise<TurnResult>,
  ): Promise<TurnResult> {
    this.#turn = turn
    const unfollow = follow(signal, () => turn.interrupt('the caller gave up'))
    const result = await run(turn)
    unfollow()
    this.#turn = undefined
    this.#last = result
    this.runtime.tell('agent/turn-end', this, result)
    return result
  }
}

const none: ReadonlySet<string> = new Set()

function present<T>(value: T | undefined): T {
  if (value !== undefined) return value
  throw new AgentError('AGENT_OPTIONS', 'the agent is not ready yet: wait for what made it')
}
