import type { ModelName, SessionEvent, Totals } from '@millrace/protocol'
import { forestOf } from '../fold/forest.ts'
import { emptyLane, laneOf, saidIn, withItem, type Lane } from '../fold/lane.ts'
import { itemAt } from '../fold/list.ts'
import { cardOf, isOver } from '../fold/node.ts'
import { isReadable } from '../fold/readable.ts'
import { stepped, type Steps } from '../fold/steps.ts'
import { noPresenters, type Presenters } from '../present.ts'
import { reduceCards } from '../reduce.ts'
import { initialCards, type Card, type CardState } from '../state.ts'
import { eventData } from './event-data.ts'
import type { CallItem, SessionItem } from './item.ts'
import { laneAfter } from './lane-after.ts'

/** A turn that runs. */
export interface RunningTurn {
  readonly turn: number
  /** 0 before the first request. */
  readonly step: number
  readonly since: number
}

/** A session as it is shown. Plain data: it survives JSON, and the same events always give the same view. */
export interface SessionView extends CardState {
  /** The person's first words; empty before them. */
  readonly title: string
  /** What was said and done, in order. Calls are told by their place among the cards. */
  readonly items: readonly SessionItem[]
  /**
   * How many of the first items can no longer change, whatever event comes next. A terminal that draws each item once, as
   * soon as it is settled, shows in the end what a replay of the whole log shows.
   */
  readonly settled: number
  /** How many questions wait for an answer. */
  readonly waiting: number
  /** The turn that runs; absent between turns. */
  readonly running?: RunningTurn
  /** The model that was asked last. */
  readonly model?: ModelName
  /** What all turns used that have ended. */
  readonly totals?: Totals
}

interface Fold {
  readonly cards: CardState
  readonly lane: Lane
  readonly settled: number
  readonly title: string
  readonly running: RunningTurn | undefined
  readonly totals: Totals | undefined
}

/** The folds behind views. */
const folds = new WeakMap<SessionView, Fold>()

/** The session before its first event. */
export const initialSession: SessionView = viewOf({
  cards: initialCards,
  lane: emptyLane,
  settled: 0,
  title: '',
  running: undefined,
  totals: undefined,
})

/**
 * The view after one more event. Pure: a live session and the replay of its log give the same view. What an event
 * costs hardly depends on how much the session has.
 *
 * @param view - the session so far; `initialSession` at first.
 * @param event - the next event of the log.
 * @param presenters - finds a tool's presenters; without them every card is generic.
 */
export function reduceSession(
  view: SessionView,
  event: SessionEvent,
  presenters: Presenters = noPresenters,
): SessionView {
  const before = foldOf(view)
  const after = grown(before, event, presenters)
  return after === before ? view : viewOf(after)
}

function grown(fold: Fold, event: SessionEvent, presenters: Presenters): Fold {
  const cards = reduceCards(fold.cards, event, presenters)
  const lane = told(fold.lane, event, callsIn(cards) > callsIn(fold.cards) ? callsIn(fold.cards) : undefined)
  const { running, totals } = factsAfter(fold, event)
  const isSame = running === fold.running && totals === fold.totals
  if (cards === fold.cards && lane === fold.lane && isSame) return fold
  const title = fold.title === '' ? titleIn(lane, fold.lane) : fold.title
  const after: Fold = { cards, lane, settled: fold.settled, title, running, totals }
  return { ...after, settled: settledIn(after) }
}

/** The agent of the session itself says what no sub-agent says; a call that belongs to nobody else stands here, too. */
function told(lane: Lane, event: SessionEvent, newCall: number | undefined): Lane {
  if (!isReadable(event)) {
    const note = { type: 'unreadable', event: event.type, seq: event.seq } as const
    return withItem(lane, { kind: 'note', at: event.time, note })
  }
  if (event.type === 'tool/call' && newCall !== undefined) {
    return withItem(lane, { kind: 'call', callId: event.data.callId, index: newCall })
  }
  return event.agent === undefined ? laneAfter(lane, event) : lane
}

type Facts = Pick<Fold, 'running' | 'totals'>

/** What is known of the session as a whole; the same where the event says nothing about that, or cannot be read. */
function factsAfter(fold: Fold, event: SessionEvent): Facts {
  if (event.agent !== undefined) return fold
  try {
    return stepped(facts, fold, event)
  } catch {
    return fold
  }
}

const facts: Steps<Facts> = {
  'turn/start': ({ totals }, { time, data }) => {
    const { turn } = eventData['turn/start'](data)
    return { totals, running: { turn, step: 0, since: time } }
  },
  'step/start': ({ totals, running }, { time, data }) => {
    const { turn, step } = eventData['step/start'](data)
    return { totals, running: { turn, step, since: running?.since ?? time } }
  },
  'turn/end': (_, { data }) => ({ running: undefined, totals: eventData['turn/end'](data).session }),
  'session/resumed': ({ totals }) => ({ totals, running: undefined }),
}

const longestTitle = 200

function titleIn(lane: Lane, before: Lane): string {
  if (lane.items.size === before.items.size) return ''
  const item = itemAt(lane.items, lane.items.size - 1)
  if (item.kind !== 'user' || item.plugin !== undefined) return ''
  const [words = ''] = /\S.*/.exec(item.text) ?? []
  return words
    .slice(0, longestTitle)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

function settledIn({ lane, cards, settled }: Fold): number {
  let count = settled
  while (count < lane.items.size && isSettled(itemAt(lane.items, count), cards)) count++
  return count
}

function isSettled(item: SessionItem, cards: CardState): boolean {
  if (item.kind === 'assistant') return item.state !== 'streaming'
  return item.kind !== 'call' || isOver(itemAt(forestOf(cards).calls.list, item.index))
}

function callsIn(cards: CardState): number {
  return forestOf(cards).calls.list.size
}

/** The view of a fold. Its items and cards are made when somebody looks: of most views on the way nobody does. */
function viewOf(fold: Fold): SessionView {
  let items: readonly SessionItem[] | undefined
  const { cards, lane, settled, title, running, totals } = fold
  const view: SessionView = {
    title,
    get items() {
      return (items ??= saidIn(lane))
    },
    get cards() {
      return cards.cards
    },
    settled,
    waiting: forestOf(cards).calls.asked,
    ...(running !== undefined && { running }),
    ...(lane.model !== undefined && { model: lane.model }),
    ...(totals !== undefined && { totals }),
  }
  folds.set(view, fold)
  return view
}

/** The fold behind a view; one from elsewhere, such as parsed JSON, gets its own. */
function foldOf(view: SessionView): Fold {
  const known = folds.get(view)
  if (known !== undefined) return known
  const { title, settled, running, totals } = view
  const fold: Fold = {
    cards: { cards: view.cards },
    lane: laneOf(view.items, view.model),
    settled,
    title,
    running,
    totals,
  }
  folds.set(view, fold)
  return fold
}

/** One item of a session, without a look at the others. @returns `undefined` beyond the last one. */
export function sessionItem(view: SessionView, index: number): SessionItem | undefined {
  const { items } = foldOf(view).lane
  return index >= 0 && index < items.size ? itemAt(items, index) : undefined
}

/** The card of a call that stands beside the prose of a session. */
export function sessionCard(view: SessionView, item: CallItem): Card | undefined {
  const { list } = forestOf(foldOf(view).cards).calls
  return item.index >= 0 && item.index < list.size ? cardOf(itemAt(list, item.index)) : undefined
}
