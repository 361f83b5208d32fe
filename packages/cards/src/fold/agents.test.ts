import { describe, expect, test } from 'vitest'
import { SpokenSession } from '../../tests/spoken-session.ts'
import { initialCards, type Card, type CardState } from '../state.ts'
import { reduceCards } from '../reduce.ts'

const cardsOf = ({ events }: SpokenSession): readonly Card[] =>
  events.reduce((state, event) => reduceCards(state, event), initialCards).cards

const started = (): SpokenSession =>
  new SpokenSession().start('hi').call('t', 'task').agent('s', 't', 'look around')

describe('the calls of a sub-agent', () => {
  test('stand in the card of the call that it works for, at any depth', () => {
    const session = started()
      .call('c', 'task', {}, 's')
      .agent('s2', 'c', 'look closer', 's')
      .call('d', 'grep', {}, 's2')
    const [card] = cardsOf(session)
    expect(card).toMatchObject({
      status: 'running',
      agents: [{ id: 's', description: 'look around', principal: 'ada' }],
      children: [{ callId: 'c', status: 'running', agents: [{ id: 's2' }], children: [{ callId: 'd' }] }],
    })
  })

  test('make all parents wait while one of them waits', () => {
    const session = started()
      .call('c', 'task', {}, 's')
      .agent('s2', 'c', 'deeper', 's')
      .call('d', 'x', {}, 's2')
      .ask('d')
    expect(cardsOf(session)[0]).toMatchObject({ status: 'waiting', children: [{ status: 'waiting' }] })
    expect(cardsOf(session.result('d', 'ok', 's2'))[0]).toMatchObject({ status: 'running' })
  })

  test('of two agents of one call stand side by side, each with its own words', () => {
    const session = started().agent('s2', 't', 'look back')
    session
      .call('c', 'x', {}, 's')
      .call('d', 'x', {}, 's2')
      .answer('Nothing.', undefined)
      .answer('There.', 's2')
    const [card] = cardsOf(session)
    expect(card?.children.map(({ callId }) => callId)).toEqual(['c', 'd'])
    expect(card?.agents?.map(({ items }) => items.map(({ kind }) => kind))).toEqual([
      ['call'],
      ['call', 'assistant'],
    ])
    expect(card?.agents?.[1]?.items[0]).toEqual({ kind: 'call', callId: 'd', index: 1 })
  })

  test('of an agent that nobody announced, or whose call has ended, cannot hide', () => {
    const unknown = new SpokenSession().start('hi').call('c', 'rm', {}, 'ghost')
    expect(cardsOf(unknown)).toMatchObject([{ callId: 'c', tool: 'rm' }])
    const late = started().result('t').call('c', 'rm', {}, 's')
    expect(cardsOf(late)).toMatchObject([{ callId: 't', children: [] }, { callId: 'c' }])
    expect(late.view.items.map(({ kind }) => kind)).toEqual(['user', 'call', 'call'])
  })

  test('are beside each other where they are nested deeper than anybody looks', () => {
    const session = started()
    for (let depth = 0; depth < 2_000; depth++) {
      session.log('tool/code-dispatch-start', {
        rootCallId: 't',
        parentCallId: depth === 0 ? 't' : `d${depth - 1}`,
        subCallId: `d${depth}`,
        name: 'x',
        arguments: {},
      })
    }
    let deepest = 0
    let inner = session.view.cards
    for (; inner.length > 0; inner = inner[0]!.children) deepest++
    expect(deepest).toBeLessThan(100)
    expect(session.view.waiting).toBe(0)
  })
})

describe('what a sub-agent says', () => {
  test('is kept in the card, with how it ended', () => {
    const session = started()
      .start('Look for TODO', 's')
      .request('s')
      .chunk('Th', 'text', 's')
      .answer('Three.', 's')
    session.end('limit', { code: 'steps' }, 's').agentEnded('s', 't', 'limit').result('t', 'Three.')
    expect(cardsOf(session)[0]?.agents).toMatchObject([
      {
        reason: 'limit',
        model: { provider: 'openai' },
        items: [{ text: 'Look for TODO' }, { text: 'Three.', state: 'done' }, { kind: 'end', code: 'steps' }],
      },
    ])
  })

  test('is cut where its call ends before it, and nothing is added later', () => {
    const session = started().chunk('I am', 'text', 's').result('t', 'gone').chunk(' here', 'text', 's')
    session.agentEnded('s', 't')
    expect(cardsOf(session)[0]?.agents).toEqual([
      expect.objectContaining({ items: [expect.objectContaining({ text: 'I am', state: 'cut' })] }),
    ])
    expect(cardsOf(session)[0]?.agents?.[0]).not.toHaveProperty('reason')
  })

  test('does not mix with what the agent of the session says', () => {
    const session = started().chunk('one', 'text', 's').chunk('two').chunk(' three', 'text', 's')
    expect(session.view.items.at(-1)).toMatchObject({ text: 'two' })
    expect(session.view.cards[0]?.agents?.[0]?.items).toMatchObject([{ text: 'one three' }])
  })
})

describe('a turn that ends', () => {
  test('ends every call that has no result, at any depth; its outcome is unknown', () => {
    const session = started().call('c', 'x', {}, 's').later(70).end('interrupted')
    const unknown = { status: 'failed', error: { code: 'OUTCOME_UNKNOWN' }, endedAt: session.time }
    expect(cardsOf(session)).toMatchObject([{ ...unknown, children: [unknown] }])
  })

  test('is one of the session, not one of a sub-agent', () => {
    expect(cardsOf(started().call('c', 'x', {}, 's').end('done', {}, 's'))[0]?.children[0]?.status).toBe(
      'queued',
    )
  })
})

test('cards that went through JSON are folded on with their sub-agents', () => {
  const session = started().chunk('I', 'text', 's').call('c', 'x', {}, 's')
  const copy = JSON.parse(JSON.stringify({ cards: cardsOf(session) })) as CardState
  const from = session.events.length
  session
    .chunk(' see', 'text', 's')
    .call('d', 'x', {}, 's')
    .result('d', 'ok', 's')
    .agentEnded('s', 't')
    .result('t')
  const continued = session.events.slice(from).reduce((state, event) => reduceCards(state, event), copy)
  expect(continued.cards).toEqual(cardsOf(session))
})
