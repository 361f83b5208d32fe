import {
  counted,
  paintAnsi,
  paintPlain,
  show,
  span,
  wrapWords,
  renderSessionItem,
  sessionItem,
  type SessionItem,
  type SessionRenderOptions,
  type SessionView,
  type Tone,
} from '@millrace/cards'
import type { Clock } from '@millrace/host'
import type { Io } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import { columnsOf } from '../screen.ts'

const redrawMs = 150
/** Rows of one call at most, and those of the screen that stay free. */
const mostCallRows = 10
const freeRows = 2
/** More than any screen shows of an answer. In UTF-16 units. */
const longestTail = 20_000

/** What the rows are made of. */
export interface LiveRowsOptions {
  readonly io: Io
  readonly area: StatusArea
  readonly style: SessionRenderOptions
  readonly clock: Clock
  /** Whether keys are heard, so that it is worth telling of them. */
  readonly hasKeys: boolean
  /** Whether the steps are those of a model, which are counted. */
  readonly hasSteps?: boolean
}

/**
 * What of a session is under way, redrawn in place at the end of a terminal: the answer as it arrives, the calls that run, and
 * the words that somebody types.
 */
export class LiveRows {
  private readonly options: LiveRowsOptions
  private readonly timer: NodeJS.Timeout
  private readonly since: number
  private view: SessionView | undefined
  private from = 0
  private typed = ''
  private readonly sent: string[] = []
  private drawn = ''

  /** On the standard error output where a person looks at it and it can be redrawn. */
  static of(options: LiveRowsOptions): LiveRows | undefined {
    const { area, io } = options
    const isSeen = area.isTTY === true && io.env['TERM'] !== 'dumb' && (io.env['CI'] ?? '') === ''
    return isSeen ? new LiveRows(options) : undefined
  }

  private constructor(options: LiveRowsOptions) {
    this.options = options
    this.since = options.clock.now()
    this.timer = setInterval(() => this.draw(), redrawMs)
  }

  /** @param from - the first item that is not printed yet. */
  show(view: SessionView, from: number): void {
    this.view = view
    this.from = from
  }

  /** Shows the words that are being typed. */
  type(words: string): void {
    this.typed = words
    this.draw()
  }

  /** Shows words that are on their way to the model. */
  send(words: string): void {
    this.sent.push(words)
    this.draw()
  }

  /** The first of them have reached it. */
  arrived(): void {
    this.sent.shift()
  }

  /** Takes it all away. */
  end(): void {
    clearInterval(this.timer)
    this.options.area.clear()
  }

  private draw(): void {
    const { area } = this.options
    const rows = this.rows()
    const text = rows.join('\n')
    if (area.isHeld || (text === this.drawn && area.isDrawn)) return
    area.draw(rows)
    this.drawn = text
  }

  private rows(): readonly string[] {
    const { io, area, clock } = this.options
    // A row that ends at the last column would break.
    const width = Math.max(20, columnsOf(area, io.env) - 1)
    const below = this.lastRows(width)
    const room = Math.max(1, (area.rows ?? 24) - freeRows - below.length)
    const items = this.unsettled()
    const most = Math.max(1, Math.min(mostCallRows, Math.floor(room / Math.max(1, items.length))))
    const above = items.flatMap((item) => this.itemRows(item, { width, now: clock.now() }, most, room))
    return [...above.slice(-room), ...below]
  }

  private unsettled(): readonly SessionItem[] {
    const items: SessionItem[] = []
    for (let at = this.from; this.view !== undefined; at++) {
      const item = sessionItem(this.view, at)
      if (item === undefined) break
      items.push(item)
    }
    return items
  }

  private itemRows(
    item: SessionItem,
    place: { readonly width: number; readonly now: number },
    most: number,
    room: number,
  ): readonly string[] {
    if (this.view === undefined || item.kind === 'end') return []
    const style = { ...this.options.style, ...place, expand: false }
    const rows = renderSessionItem(tailOf(item), this.view, style).split('\n').slice(0, -1)
    return item.kind === 'call' ? ends(rows, most) : rows.slice(-room)
  }

  private lastRows(width: number): readonly string[] {
    const { clock, hasKeys, hasSteps = true } = this.options
    const step = this.view?.running?.step ?? 0
    const where = step === 0 || !hasSteps ? 'working' : `step ${step}`
    const keys = hasKeys ? ' (Esc interrupts, Ctrl+O unfolds, words and Enter reach the model)' : ''
    const painted = (text: string, tone: Tone): string[] =>
      wrapWords(show(text), width).map((row) => this.paint(row, tone))
    const sent = this.sent.flatMap((each) => painted(`> ${each} (before its next step)`, 'quiet').slice(0, 3))
    const words = this.typed === '' ? [] : painted(`> ${this.typed}`, 'strong').slice(-3)
    return [
      ...painted(`${where}${elapsed(clock.now() - this.since)}${keys}`, 'quiet'),
      ...sent.slice(-6),
      ...words,
    ]
  }

  private paint(text: string, tone: Tone): string {
    const rows = [[span(text, tone)]]
    return this.options.style.colour === true ? paintAnsi(rows) : paintPlain(rows)
  }
}

/** Of a long answer that arrives, the end alone is on the screen; what came before need not be laid out each time. */
function tailOf(item: SessionItem): SessionItem {
  if (item.kind !== 'assistant' || item.text.length <= longestTail) return item
  return { ...item, text: item.text.slice(-longestTail) }
}

/** Nothing of what is over before one notices. */
function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 1) return ''
  return seconds < 60 ? `  ${seconds}s` : `  ${Math.floor(seconds / 60)}m ${seconds % 60}s`
}

/** The header and, of too many rows, the last ones. */
function ends(rows: readonly string[], most: number): readonly string[] {
  if (rows.length <= most) return rows
  if (most < 3) return rows.slice(0, most)
  return [
    ...rows.slice(0, 1),
    `  … ${counted(rows.length - most + 1, 'row')}`,
    ...rows.slice(rows.length - most + 2),
  ]
}
