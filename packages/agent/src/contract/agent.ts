import type { Context } from '@deepseek-ai/cordis'
import type { Clock, Ids, Timers } from '@millrace/host'
import type { CallId, ModelSettings, Totals, TurnEndReason, UserMessage } from '@millrace/protocol'
import type { Agent, ToolPresentationMode, ToolRestriction } from '@millrace/tools'
import type { AgentModel } from './model.ts'
import type { Flushing, SessionLog, SessionStore } from './session.ts'

/** What an agent may use; each is left open unless given. Those of a sub-agent count within its parent's. */
export interface AgentLimits {
  /** Requests to the model in one turn. 100 unless given. */
  readonly steps?: number
  /** Turns of the session. */
  readonly turns?: number
  /** Tool calls of the session, those of programs included: beyond it a program's are refused, and it goes on. */
  readonly calls?: number
  /** Milliseconds of one turn. */
  readonly ms?: number
  /** Tokens of the session, in and out. */
  readonly tokens?: number
  /** Cost of the session, in the currency of the price; needs a model with a price. */
  readonly cost?: number
}

/** The name of a limit, as it stands in the log. */
export type LimitName = keyof AgentLimits

/** What makes an agent. */
export interface AgentOptions {
  readonly model: AgentModel
  readonly settings?: ModelSettings
  /** For whom it acts: recorded in the log, in grants and spans. `user` unless given. */
  readonly principal?: string
  /** The working directory, absolute. */
  readonly cwd: string
  readonly limits?: AgentLimits
  /** How many calls of one step may overlap. 10 unless given. */
  readonly maxParallelCalls?: number
  /** UTF-16 units that the argument text of one call may have. 4 MiB unless given. */
  readonly maxArgumentUnits?: number
  /** Which inherited tools it sees. */
  readonly restrict?: ToolRestriction
  /** How its tools are presented. */
  readonly presentAs?: ToolPresentationMode
  /** The order of tools in its requests: these first, then the others by name. */
  readonly toolOrder?: readonly string[]
  readonly flushing?: Flushing
}

/** Options of a session that goes on. */
export interface ResumeOptions extends Omit<AgentOptions, 'cwd' | 'principal'> {
  /** For whom it acts from now on; as before unless given. */
  readonly principal?: string
  /** Resumes it only where something can go on by `goOn`; else it is refused, and nothing is written. */
  readonly onlyInterrupted?: boolean
}

/**
 * Options of a session that goes on from another one's past: its events are copied, and the times of the copies are those of
 * the fork. It acts for whom the last turn that is taken over acted, unless a principal is given.
 */
export interface ForkOptions extends Omit<ResumeOptions, 'onlyInterrupted'> {
  /** Sequence number of the last event to take over; it must end a turn. The last end of a turn unless given. */
  readonly through?: number
}

/** What makes a sub-agent. It has the session, the principal, the working directory and the scope of its parent. */
export interface SubAgentOptions {
  /** The call of the parent that it works for: its events nest under it. */
  readonly callId: CallId
  /** What it is for, in a few words. */
  readonly description: string
  /** The parent's unless given. One with a price where `limits.cost` holds for an agent above. */
  readonly model?: AgentModel
  readonly settings?: ModelSettings
  /** Within those of the parent, which count what it uses as well. */
  readonly limits?: Omit<AgentLimits, 'turns'>
  /** Narrows what it inherits. */
  readonly restrict?: ToolRestriction
  readonly presentAs?: ToolPresentationMode
}

/** How a turn ended. */
export interface TurnResult {
  readonly turn: number
  readonly reason: TurnEndReason
  /** The model's last words. */
  readonly text: string
  /** What was reached, denied or failed, in words. */
  readonly message?: string
  /** Stable code of a failure, or the name of the limit. */
  readonly code?: string
  readonly totals: Totals
}

/** A turn that was cut off when its process ended, within a call that can go on from where it was. */
export interface InterruptedTurn {
  readonly turn: number
  readonly callId: CallId
  readonly tool: string
}

/** An agent with its session. It is the scope key of its tools, restrictions, guards and listeners. */
export interface SessionAgent extends Agent {
  /** The session's, or that of a sub-agent within its session. */
  readonly id: string
  readonly principal: string
  readonly cwd: string
  /** What its requests go to. */
  readonly model?: AgentModel
  /** What is registered through this context is the agent's own, and ends with it. */
  readonly ctx: Context
  readonly session: SessionLog
  /** Whose sub-agent it is. */
  readonly parent?: SessionAgent
  /** What a resumed session can go on with by `goOn`; until then, or until a message is sent, its turn stays open. */
  readonly interrupted?: InterruptedTurn | undefined
  /** Tools that searches have brought up, the last ones last: requests carry them where they do not carry all. */
  readonly loadedTools?: ReadonlySet<string>
  readonly status: 'idle' | 'running' | 'disposed'
  /** What the session has used so far. */
  readonly totals: Totals
  /**
   * Puts a message into the inbox and waits for the end of the turn that it begins; turns run one after the other.
   * Never rejects: whatever happens is how the turn ended. A turn that was cut off ends as interrupted first: its call has an
   * unknown outcome then, and cannot go on any more.
   * @param signal - interrupts that turn, or takes the message out of the inbox.
   */
  send(message: string | UserMessage, signal?: AbortSignal): Promise<TurnResult>
  /**
   * Goes on with the turn that was cut off: its call is executed again under the same id and continues where it was, nothing
   * that it has done is done twice, and the steps that follow are taken as if nothing had happened. Never rejects: with nothing
   * to go on with the result has the code `NOTHING_INTERRUPTED`.
   * @param signal - interrupts that turn, or takes the wish back before it begins.
   */
  goOn(signal?: AbortSignal): Promise<TurnResult>
  /**
   * Adds a message to the running turn, before its next step.
   * @returns whether a turn was running; where none was, nothing is added.
   */
  steer(message: string | UserMessage): boolean
  /** Interrupts the running turn, if there is one: its calls are cancelled, and every one of them gets its result. */
  interrupt(reason?: string): void
  /** Interrupts, waits for what is under way, closes the session and undoes all that was registered. Idempotent. */
  dispose(): Promise<void>
}

/** Where time, names and sessions come from; a test owns them all. */
export interface AgentHost {
  readonly store: SessionStore
  readonly clock?: Clock
  readonly ids?: Ids
  readonly timers?: Timers
  /** Versions for the header of new sessions, by name. */
  readonly versions?: Readonly<Record<string, string>>
}
