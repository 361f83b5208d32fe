import type { SessionEvent } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../../tests/session.ts'
import { reduceCards } from '../reduce.ts'
import { initialCards, type CardState } from '../state.ts'
import { forestOf } from './forest.ts'

/** How many slots of arrays a value holds that were not there before. */
function freshSlots(value: unknown, seen: WeakSet<object>): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0
  seen.add(value)
  const inside = Object.values(value).reduce<number>((sum, each) => sum + freshSlots(each, seen), 0)
  return inside + (Array.isArray(value) ? value.length : 0)
}

const lastEvents = 300

/** Slots that had to be filled for each of the last events of a log, on average. */
function slotsPerEvent(events: readonly SessionEvent[]): number {
  const fold = (state: CardState, event: SessionEvent): CardState => reduceCards(state, event)
  let state = events.slice(0, -lastEvents).reduce(fold, initialCards)
  const seen = new WeakSet<object>()
  freshSlots(forestOf(state), seen)
  const slots = events.slice(-lastEvents).map((event) => {
    state = fold(state, event)
    return freshSlots(forestOf(state), seen)
  })
  return slots.reduce((sum, each) => sum + each) / lastEvents
}

const idsOf = (calls: number): string[] => Array.from({ length: calls }, (_, index) => `c${index}`)

const logs: readonly (readonly [string, (calls: number) => Session])[] = [
  [
    'calls one after the other',
    (calls) =>
      idsOf(calls).reduce((session, id) => session.call(id, 'x').trace(id, {}).done(id), new Session()),
  ],
  [
    'calls that all start before the first one ends',
    (calls) => {
      const ids = idsOf(calls)
      const session = ids.reduce((all, id) => all.call(id, 'x'), new Session())
      return ids.reduce((all, id) => all.done(id), session)
    },
  ],
  [
    'calls and words of one sub-agent',
    (calls) => {
      const agent = 's'
      const parent = { agentId: agent, parentCallId: 'p', principal: 'ada', description: 'look' }
      const session = new Session().call('p', 'task').log('agent/started', parent)
      return idsOf(calls / 4).reduce((all, callId) => {
        const at = { turn: 1, step: 1 }
        all.log('assistant/chunk', { ...at, kind: 'text', text: callId }, agent)
        all.log('model/notice', { ...at, message: callId }, agent)
        return all.log('tool/call', { ...at, callId, name: 'x', arguments: '{}' }, agent).done(callId)
      }, session)
    },
  ],
  [
    'calls of one program',
    (calls) =>
      idsOf(calls).reduce(
        (session, id) => session.dispatch('p', id, 'x').dispatched('p', id),
        new Session().call('p', 'run_code'),
      ),
  ],
]

describe('folding a long log', () => {
  test.each(logs)('copies hardly more for each event than folding a short one: %s', (_what, log) => {
    const short = slotsPerEvent(log(1_000).events)
    const long = slotsPerEvent(log(20_000).events)
    expect(long).toBeLessThan(short * 2)
    expect(long).toBeLessThan(400)
  })
})

describe('the cards of a state', () => {
  test('are the same objects as before where nothing about them changed', () => {
    const session = new Session().call('a', 'x').done('a').call('b', 'x')
    const [first, second] = session.state.cards
    session.done('b')
    expect(session.state.cards[0]).toBe(first)
    expect(session.state.cards[1]).not.toBe(second)
  })

  test('survive JSON and a clone, and are folded on from there as if nothing had happened', () => {
    const session = new Session().call('p', 'run_code').dispatch('p', 'p:1', 'x').ask('p:1', 'x')
    const copies = [structuredClone(session.state), JSON.parse(JSON.stringify(session.state)) as CardState]
    session.answer('p:1', { outcome: 'allowed-once', by: 'user' }).dispatched('p', 'p:1').done('p')
    for (const copy of copies) {
      expect(session.events.slice(3).reduce((state, event) => reduceCards(state, event), copy)).toEqual(
        session.state,
      )
    }
  })

  test('of one state do not change when two different logs go on from it', () => {
    const { state } = new Session().call('a', 'x')
    const [one, other] = (['done', 'fail'] as const).map((end) => {
      const session = new Session()
      session.state = state
      return session[end]('a', 'end').call(end, 'x').state
    })
    expect(state.cards.map(({ status }) => status)).toEqual(['queued'])
    expect(one!.cards.map(({ status }) => status)).toEqual(['done', 'queued'])
    expect(other!.cards.map(({ status }) => status)).toEqual(['failed', 'queued'])
  })
})
