import { renderAnsi, renderPlain, type Card } from '@millrace/cards'
import type { Clock } from '@millrace/host'
import type { Io } from '../io.ts'
import { cardOptions, columnsOf, wantsColour, type ColourChoice } from '../screen.ts'

/** One line about the call that runs, redrawn in place until the call ends. */
export interface LiveLine {
  show(card: Card): void
  end(): void
}

/** A call that is over before this many milliseconds never shows a line. */
const quietMs = 1000
const redrawMs = 200
const erase = '\r\u001b[2K'

/** A live line on the standard error output, where a person looks at it and it can be redrawn. */
export function liveLine(io: Io, colour: ColourChoice, clock: Clock): LiveLine | undefined {
  const { stderr, env } = io
  if (stderr.isTTY !== true || env['TERM'] === 'dumb' || (env['CI'] ?? '') !== '') return undefined
  const render = wantsColour(stderr, env, colour) ? renderAnsi : renderPlain
  const width = columnsOf(stderr, env) - 1
  let current: Card | undefined
  let drawn = false
  const draw = (): void => {
    const now = clock.now()
    if (current === undefined || current.endedAt !== undefined || now - current.startedAt < quietMs) return
    const [header = ''] = render(current, { ...cardOptions(io, false), width, now }).split('\n')
    stderr.write(`${erase}${header}`)
    drawn = true
  }
  const timer = setInterval(draw, redrawMs)
  return {
    show(card) {
      current = card
    },
    end() {
      clearInterval(timer)
      if (drawn) stderr.write(erase)
    },
  }
}
