import { initialCards, reduceCards, type Card, type CardState, type Presenters } from '@millrace/cards'
import type { Clock } from '@millrace/host'
import type { JsonValue, SecretRedactor, SessionEvent, SessionEventMap } from '@millrace/protocol'

/** What a log needs of its surroundings. */
export interface CallLogOptions {
  readonly clock: Clock
  /** Told after each event. */
  readonly watch?: (card: Card) => void
  /** Takes secrets out of what is written; nothing is taken out without it. */
  readonly redactor?: Pick<SecretRedactor, 'json'> | undefined
}

/** A session log of one call, folded into its card as it grows. */
export class CallLog {
  readonly events: SessionEvent[] = []
  private state: CardState = initialCards
  private readonly presenters: Presenters
  private readonly options: CallLogOptions
  private readonly started: number
  private readonly since: number

  constructor(presenters: Presenters, options: CallLogOptions) {
    this.presenters = presenters
    this.options = options
    this.started = options.clock.now()
    this.since = options.clock.monotonic()
  }

  /** Adds an event, with the time that it is. */
  write<T extends SessionEvent['type']>(type: T, data: SessionEventMap[T]): void {
    // Differences come from the clock that never goes back, so that a duration is one.
    const time = this.started + Math.round(this.options.clock.monotonic() - this.since)
    // Events are JSON, and redaction changes texts alone.
    const shown = this.options.redactor?.json(data as unknown as JsonValue) ?? data
    const event = { seq: this.events.length, time, type, data: shown } as SessionEvent
    this.events.push(event)
    this.state = reduceCards(this.state, event, this.presenters)
    this.options.watch?.(this.card)
  }

  /** The card that the events add up to. */
  get card(): Card {
    const [card] = this.state.cards
    if (card === undefined) throw new Error('a call has no card before its first event')
    return card
  }
}
