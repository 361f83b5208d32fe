import {
  initialSession,
  reduceSession,
  renderSessionItem,
  sessionItem,
  type Presenters,
  type SessionItem,
  type SessionRenderOptions,
  type SessionView,
} from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import type { Output } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import type { LiveRows } from './live-rows.ts'

/** What a conversation is shown with. */
export interface ConversationOptions {
  /** Where rows stand that make way for what is printed. */
  readonly area: Pick<StatusArea, 'isHeld' | 'clear'>
  /** Where items are printed; nowhere without it. */
  readonly output: Output | undefined
  readonly style: SessionRenderOptions
  readonly presenters: Presenters
  /** What is under way, redrawn in place; none where nobody looks at it. */
  readonly live: LiveRows | undefined
}

/**
 * A session as it goes on: each of its items on the output once, as soon as it cannot change any more, so that a replay of
 * the log prints the same; what can still change stands below, where a person looks.
 */
export class ConversationScreen {
  private readonly options: ConversationOptions
  private view: SessionView = initialSession
  private printed = 0
  private isPromptDue = true
  private isExpanded: boolean
  private session: string | undefined

  constructor(options: ConversationOptions) {
    this.options = options
    this.isExpanded = options.style.expand === true
  }

  /** What the events so far add up to. */
  get state(): SessionView {
    return this.view
  }

  /** Begins with a session, and what happened in it before; nothing of that is shown. */
  open(session: string, events: readonly SessionEvent[]): void {
    this.session = session
    for (const event of events) this.view = reduceSession(this.view, event, this.options.presenters)
    this.printed = this.view.items.length
  }

  /** What is under way in it goes on, so that it is shown once it cannot change any more. */
  goOn(): void {
    this.printed = Math.min(this.printed, this.view.settled)
    this.isPromptDue = false
    this.options.live?.show(this.view, this.printed)
  }

  /** Takes in what happens, and prints what is settled by it. */
  hear(event: SessionEvent): void {
    this.view = reduceSession(this.view, event, this.options.presenters)
    // What is printed under a question would tear it.
    if (!this.options.area.isHeld) this.print(this.view.settled)
    this.options.live?.show(this.view, this.printed)
  }

  /** Shows more of what comes, or less. */
  toggleExpand(): void {
    this.isExpanded = !this.isExpanded
  }

  /** Prints what is left, whatever could still become of it. Idempotent. */
  end(): void {
    this.print(Infinity)
  }

  private print(end: number): void {
    if (this.printed >= end) return
    const { output, area } = this.options
    let text = ''
    for (; this.printed < end; this.printed++) {
      const item = sessionItem(this.view, this.printed)
      if (item === undefined) break
      if (!this.isPrompt(item)) text += this.text(item)
    }
    if (output === undefined || text === '') return
    area.clear()
    output.write(text)
  }

  /** Whoever gave the prompt knows it. */
  private isPrompt(item: SessionItem): boolean {
    if (!this.isPromptDue || item.kind !== 'user' || item.plugin !== undefined) return false
    this.isPromptDue = false
    return true
  }

  private text(item: SessionItem): string {
    const { style } = this.options
    const session = this.session === undefined ? {} : { session: this.session }
    return renderSessionItem(item, this.view, { ...style, ...session, expand: this.isExpanded })
  }
}
