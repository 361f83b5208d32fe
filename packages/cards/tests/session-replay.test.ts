import type { SessionEvent } from '@millrace/protocol'
import fc from 'fast-check'
import {
  initialSession,
  reduceCards,
  initialCards,
  reduceSession,
  renderSession,
  renderSessionItem,
  rowWidth,
  sessionHtml,
  sessionMarkdown,
  sessionRows,
  type SessionRenderOptions,
  type SessionView,
} from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { presenters, randomLogs } from './random-session.ts'
import { headerOf } from './spoken-session.ts'
import { isLong } from '../../../tests/support/effort.ts'

/** The longer variant takes minutes. */
const timeout = 1_200_000
const numRuns = isLong ? 2_000 : 100
const folded = (events: readonly SessionEvent[]): SessionView =>
  events.reduce((view, event) => reduceSession(view, event, presenters), initialSession)

const terminal: SessionRenderOptions = {
  width: 60,
  session: headerOf().id,
  cwd: '/work',
  expandHint: '--expand',
}
const wide: SessionRenderOptions = { ...terminal, width: 110, colour: true, expand: true }

/** What a terminal shows that draws each item once, as soon as it is settled, after each event. */
function printedLive(events: readonly SessionEvent[], options: SessionRenderOptions): string[] {
  let view = initialSession
  let items = 0
  let text = ''
  return events.map((event) => {
    view = reduceSession(view, event, presenters)
    for (; items < view.settled; items++) text += renderSessionItem(view.items[items]!, view, options)
    return text
  })
}

describe('items that are printed once, as soon as they are settled', () => {
  test(
    'are at all times the beginning of what a replay of the whole log prints',
    () => {
      fc.assert(
        fc.property(randomLogs, (events) => {
          for (const options of [terminal, wide]) {
            const whole = renderSession(folded(events), options)
            const wrong = printedLive(events, options).find((text) => !whole.startsWith(text))
            expect(wrong).toBeUndefined()
          }
        }),
        { numRuns: 2 * numRuns },
      )
    },
    timeout,
  )

  test(
    'are all of them once no call runs and no answer arrives',
    () => {
      fc.assert(
        fc.property(randomLogs, (events) => {
          const end = {
            seq: events.length,
            time: 1_800_000_000_000,
            type: 'turn/start',
            data: { turn: 9 },
          } as SessionEvent
          const all = [...events, end]
          expect(printedLive(all, terminal).at(-1)).toBe(renderSession(folded(all), terminal))
        }),
        { numRuns },
      )
    },
    timeout,
  )

  test(
    'never change again',
    () => {
      fc.assert(
        fc.property(randomLogs, (events) => {
          const { items } = folded(events)
          let view = initialSession
          let before = 0
          for (const event of events) {
            view = reduceSession(view, event, presenters)
            expect(view.settled).toBeGreaterThanOrEqual(before)
            before = view.settled
            expect(items.slice(0, before)).toEqual(view.items.slice(0, before))
          }
        }),
        { numRuns },
      )
    },
    timeout,
  )
})

/** Everything that can be made of a view. */
function bytes(view: SessionView): string {
  const header = headerOf()
  return [
    JSON.stringify(view),
    renderSession(view, terminal),
    renderSession(view, wide),
    sessionMarkdown(header, view),
    sessionMarkdown(header, view, { expand: true }),
    sessionHtml(header, view),
  ].join('\n')
}

describe('the same events give the same bytes', () => {
  test(
    'live, from a parsed log, and folded on from a view that went through JSON anywhere',
    () => {
      fc.assert(
        fc.property(randomLogs, fc.nat({ max: 40 }), (events, at) => {
          const live = bytes(folded(events))
          const parsed = JSON.parse(JSON.stringify(events)) as SessionEvent[]
          expect(bytes(folded(parsed))).toBe(live)
          const copy = JSON.parse(JSON.stringify(folded(events.slice(0, at)))) as SessionView
          const continued = events
            .slice(at)
            .reduce((view, event) => reduceSession(view, event, presenters), copy)
          expect(bytes(continued)).toBe(live)
        }),
        { numRuns: numRuns / 2 },
      )
    },
    timeout,
  )

  test(
    'and the cards of a session are those of its events',
    () => {
      fc.assert(
        fc.property(randomLogs, (events) => {
          const { cards } = events.reduce(
            (state, event) => reduceCards(state, event, presenters),
            initialCards,
          )
          expect(folded(events).cards).toEqual(cards)
        }),
        { numRuns },
      )
    },
    timeout,
  )

  test(
    'and no row is wider than the screen',
    () => {
      fc.assert(
        fc.property(randomLogs, fc.integer({ min: 30, max: 100 }), fc.boolean(), (events, width, expand) => {
          const view = folded(events)
          const rows = view.items.flatMap((item) => sessionRows(item, view, { width, expand }))
          expect(rows.filter((row) => rowWidth(row) > width)).toEqual([])
        }),
        { numRuns },
      )
    },
    timeout,
  )
})
