import { renderAnsi, renderPlain, type Card } from '@millrace/cards'
import type { Clock } from '@millrace/host'
import type { Io } from '../io.ts'
import { cardOptions, columnsOf, wantsColour, type ColourChoice } from '../screen.ts'
import type { StatusArea } from './status-area.ts'

/** The card of the call that runs, redrawn in place until the call ends. */
export interface LiveCard {
  show(card: Card): void
  end(): void
}

/** A call that is over before this many milliseconds never shows a card; one that has news shows it earlier. */
const quietMs = 1000
const quietNewsMs = 300
const redrawMs = 200
/** Rows that it takes at most, and those of the screen that it leaves free. */
const mostRows = 10
const freeRows = 2

/** A live card on the standard error output, where a person looks at it and it can be redrawn. */
export function liveCard(io: Io, area: StatusArea, colour: ColourChoice, clock: Clock): LiveCard | undefined {
  const { env } = io
  if (area.isTTY !== true || env['TERM'] === 'dumb' || (env['CI'] ?? '') !== '') return undefined
  const render = wantsColour(area, env, colour) ? renderAnsi : renderPlain
  let current: Card | undefined
  const draw = (): void => {
    const now = clock.now()
    if (current === undefined || !isDue(current, now)) return
    // A row that ends at the last column would break.
    const width = columnsOf(area, env) - 1
    const rows = render(current, { ...cardOptions(io, false), width, now }).split('\n')
    area.draw(ends(rows, Math.max(1, Math.min(mostRows, (area.rows ?? Infinity) - freeRows))))
  }
  const timer = setInterval(draw, redrawMs)
  return {
    show(card) {
      current = card
      if (card.status !== 'running') area.clear()
    },
    end() {
      clearInterval(timer)
      area.clear()
    },
  }
}

function isDue({ status, startedAt, progress }: Card, now: number): boolean {
  const quiet = (progress?.text ?? '') === '' ? quietMs : quietNewsMs
  return status === 'running' && now - startedAt >= quiet
}

/** The header and, of too many rows, the last ones. */
function ends(rows: readonly string[], most: number): readonly string[] {
  return rows.length <= most ? rows : [...rows.slice(0, 1), ...rows.slice(rows.length - most + 1)]
}
