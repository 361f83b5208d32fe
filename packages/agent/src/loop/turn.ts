import {
  codeOf,
  messageOf,
  type SessionEvent,
  type SessionEventMap,
  type SessionEventType,
  type TurnEndReason,
  type UserMessage,
} from '@millrace/protocol'
import type { LimitName } from '../contract/agent.ts'
import type { LiveAgent } from './live-agent.ts'
import { ToolClock } from './tool-clock.ts'

/** Why a turn ends; the first cause counts. */
export interface Ending {
  readonly reason: TurnEndReason
  readonly message?: string
  readonly code?: string
}

/** Events that say in which turn and step they happened. */
type OfStep = {
  [T in SessionEventType]: SessionEventMap[T] extends { turn: number; step: number } ? T : never
}[SessionEventType]

/** What a turn that goes on brings with it. */
export interface TurnPast {
  readonly step: number
  readonly text: string
  /** For how long it was under way, in milliseconds. */
  readonly ms: number
}

/** One turn: its state while it runs. */
export class Turn {
  readonly agent: LiveAgent
  readonly number: number
  /** The step under way, from 1; 0 before the first. */
  step: number
  /** The model's last words. */
  text: string
  /** What came in for the next step. */
  readonly steering: UserMessage[] = []
  readonly toolClock: ToolClock
  readonly startedAt: number
  /** Milliseconds that it had been under way when it was cut off. */
  readonly spentMs: number
  readonly #controller = new AbortController()
  #ending: Ending | undefined

  constructor(agent: LiveAgent, number: number, past: TurnPast = { step: 0, text: '', ms: 0 }) {
    const { clock } = agent.runtime
    this.agent = agent
    this.number = number
    this.step = past.step
    this.text = past.text
    this.spentMs = past.ms
    this.toolClock = new ToolClock(clock)
    this.startedAt = clock.monotonic() - past.ms
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get ending(): Ending | undefined {
    return this.#ending
  }

  get isEnding(): boolean {
    return this.#ending !== undefined
  }

  /** Ends the turn where it stands: what is under way is cancelled. */
  stop(ending: Ending): void {
    if (this.#ending !== undefined) return
    this.#ending = ending
    this.#controller.abort(new DOMException(ending.message ?? `turn ended: ${ending.reason}`, 'AbortError'))
  }

  /** Ends the turn after what was done; nothing is under way any more. */
  finish(ending: Ending): void {
    this.#ending ??= ending
  }

  interrupt(reason?: string): void {
    this.stop({ reason: 'interrupted', ...(reason !== undefined && { message: reason }) })
  }

  reach({ name, message }: { name: LimitName; message: string }): void {
    this.stop({ reason: 'limit', message, code: name })
  }

  fail(error: unknown): void {
    const code = codeOf(error)
    this.stop({ reason: 'failed', message: messageOf(error), ...(code !== undefined && { code }) })
  }

  /** Appends an event of this turn and its step. */
  log<T extends OfStep>(type: T, data: Omit<SessionEventMap[T], 'turn' | 'step'>): SessionEvent<T> {
    return this.agent.append(type, { turn: this.number, step: this.step, ...data } as SessionEventMap[T])
  }
}
