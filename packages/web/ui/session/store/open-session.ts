import type { Card, SessionView } from '@millrace/cards'
import type { CallId, SessionEvent, SessionHeader } from '@millrace/protocol'
import type { Frame, SessionActivity, WireProblem } from '@millrace/web/wire'
import type { ReadonlySignal, Signal } from '@preact/signals'

/**
 * How much of the log is there: nothing yet, the end of a long one while the rest arrives, all of it, or nothing that can
 * be read any further.
 */
export type SessionPhase = 'opening' | 'tail' | 'whole' | 'gone'

/** The session that is open in the page. */
export interface OpenSession {
  readonly id: string
  readonly header: ReadonlySignal<SessionHeader | undefined>
  readonly activity: ReadonlySignal<SessionActivity | undefined>
  /** What is shown: the live end, the tail while a long log arrives, or the moment of the scrubber. */
  readonly view: ReadonlySignal<SessionView>
  readonly phase: ReadonlySignal<SessionPhase>
  /** Why the log cannot be read, or not any further. */
  readonly problem: ReadonlySignal<WireProblem | undefined>
  /** All events that are there, in order. It grows; read `version` to hear of that. */
  readonly events: SessionEvents
  /** Changes, at most once for each picture, whenever `events` grew. */
  readonly version: ReadonlySignal<number>
  /** How many events count: where the scrubber stands. `undefined` follows the live end. */
  readonly moment: Signal<number | undefined>
  /** The call that has the focus. */
  readonly focused: Signal<CallId | undefined>
  readonly unfolded: Unfolded
  /** Ends the stream. Idempotent. */
  close(): void
}

/** The events of a session that are there. */
export interface SessionEvents {
  readonly length: number
  /** @throws RangeError beyond the last one. */
  at(index: number): SessionEvent
  /** The event with what the tool's presenters made of it. @throws RangeError beyond the last one. */
  frameAt(index: number): Frame
}

/** What is unfolded, remembered for each session in this browser. All of it can be read inside of a computed signal. */
export interface Unfolded {
  /** Whether all cards are; single ones may differ from that. */
  readonly all: ReadonlySignal<boolean>
  /** What waits for an answer is open, unless it was closed by hand or the question about it shows all of it. */
  isOpen(card: Pick<Card, 'callId' | 'status'>): boolean
  toggle(card: Pick<Card, 'callId' | 'status'>): void
  /** Unfolds or folds all, whatever was done to single ones. */
  setAll(open: boolean): void
  /** The same for what is no card, such as reasoning, by any name of the caller; folded at first. */
  isPartOpen(part: string): boolean
  togglePart(part: string): void
}
