import type { SessionEvent } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { SpokenSession } from '../../tests/spoken-session.ts'
import { initialSession, reduceSession, sessionCard, sessionItem, type SessionView } from './view.ts'

const kinds = ({ items }: SessionView): string[] => items.map(({ kind }) => kind)

describe('what was said', () => {
  test('stands in the order of the log, calls by their place among the cards', () => {
    const { view } = new SpokenSession()
      .start('fix it')
      .request()
      .answer('I look.', undefined, { finish: 'tool-calls' })
      .call('a', 'read')
      .call('b', 'grep')
      .result('b')
      .result('a')
      .answer('Fixed.')
      .end()
    expect(kinds(view)).toEqual(['user', 'assistant', 'call', 'call', 'assistant', 'end'])
    const items = view.items.filter((item) => item.kind === 'call')
    expect(items.map((item) => sessionCard(view, item)?.tool)).toEqual(['read', 'grep'])
    expect(sessionItem(view, 0)).toMatchObject({ text: 'fix it', turn: 1 })
    expect(sessionItem(view, 6)).toBeUndefined()
  })

  test('of a person, a person who steers and a plugin is told apart', () => {
    const { view } = new SpokenSession()
      .start('fix it')
      .user('faster', undefined, { steering: true })
      .user('be kind', undefined, { plugin: 'rules' })
    expect(view.items).toMatchObject([
      { kind: 'user', text: 'fix it' },
      { kind: 'user', text: 'faster', steering: true },
      { kind: 'user', text: 'be kind', plugin: 'rules' },
    ])
  })

  test('keeps its pictures', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const
    const { view } = new SpokenSession().log('user/message', {
      turn: 1,
      step: 1,
      message: { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
    })
    expect(view.items).toMatchObject([{ text: 'look\n[image content]', images: [image] }])
  })

  test('an answer without words is not shown', () => {
    expect(
      new SpokenSession().start().request().answer('', undefined, { finish: 'tool-calls' }).view.items,
    ).toEqual([])
  })
})

describe('an answer that arrives', () => {
  const arriving = (): SpokenSession =>
    new SpokenSession().start('hi').request().chunk('so', 'reasoning').chunk('Hel').chunk('lo')

  test('grows, and keeps its reasoning apart', () => {
    expect(arriving().view.items[1]).toMatchObject({ text: 'Hello', reasoning: 'so', state: 'streaming' })
  })

  test('is replaced by the whole message', () => {
    const { view } = arriving().answer('Hello, you.', undefined, { reasoning: 'so…' })
    expect(view.items).toHaveLength(2)
    expect(view.items[1]).toMatchObject({
      text: 'Hello, you.',
      reasoning: 'so…',
      state: 'done',
      finish: 'stop',
    })
  })

  test('is forgotten when the request is made again', () => {
    const session = arriving().retry('overloaded')
    expect(session.view.items[1]).toMatchObject({
      kind: 'note',
      note: { type: 'retry', attempt: 2, delayMs: 1_500 },
    })
    expect(session.chunk('Good day').view.items[2]).toMatchObject({ text: 'Good day', reasoning: '' })
  })

  test('says so when it was interrupted', () => {
    const { view } = arriving().answer('Hello', undefined, { finish: 'interrupted' }).end('interrupted')
    expect(view.items[1]).toMatchObject({ text: 'Hello', state: 'interrupted' })
    expect(view.items[2]).toMatchObject({ kind: 'end', reason: 'interrupted' })
  })

  test.each([
    ['the turn ends', (session: SpokenSession) => session.end('failed', { code: 'MODEL_STREAM_CUT' })],
    ['the process ends', (session: SpokenSession) => session.log('session/resumed', { closedCalls: 0 })],
    ['another turn begins', (session: SpokenSession) => session.start()],
    ['another request is made', (session: SpokenSession) => session.request()],
  ])('is cut where %s before it is whole', (_when, cut) => {
    expect(cut(arriving()).view.items[1]).toMatchObject({ text: 'Hello', state: 'cut' })
  })
})

describe('notes', () => {
  test('count exactly what the model no longer reads', () => {
    const { view } = new SpokenSession()
      .start('hi')
      .log('context/pruned', {
        turn: 1,
        step: 1,
        results: [100, 250].map((bytes, index) => ({ callId: `c${index}`, bytes, text: '…' })),
        by: 'context',
      })
      .log('context/summarised', { turn: 1, step: 1, keptFrom: 7, summary: 'They met.', by: 'context' })
    expect(view.items.slice(1)).toMatchObject([
      { note: { type: 'pruned', results: 2, bytes: 350, by: 'context' } },
      { note: { type: 'summarised', keptFrom: 7, summary: 'They met.' } },
    ])
  })

  test('tell of a resumed session, and of what the model loses', () => {
    const torn = { bytes: 31, file: 'a.torn-1' }
    const { view } = new SpokenSession()
      .log('session/resumed', { closedCalls: 2, torn })
      .log('model/notice', { turn: 1, step: 1, message: 'no pictures' })
    expect(view.items).toMatchObject([
      { note: { type: 'resumed', closedCalls: 2, torn } },
      { note: { type: 'notice', message: 'no pictures' } },
    ])
  })

  test.each([
    ['user/message', { turn: 1, message: { content: 7 } }],
    ['turn/end', { turn: 1, reason: 'because' }],
    ['assistant/chunk', null],
    ['tool/call', { callId: 1, name: 'x', arguments: '{}' }],
    ['approval/asked', {}],
    ['agent/started', { agentId: 'a' }],
  ] as const)('name an event that cannot be read: %s', (type, data) => {
    const session = new SpokenSession().start('hi')
    const event = { seq: 9, time: 1, type, data } as never as SessionEvent
    const { items, cards } = reduceSession(session.view, event)
    expect(items.at(-1)).toEqual({ kind: 'note', at: 1, note: { type: 'unreadable', event: type, seq: 9 } })
    expect(cards).toEqual([])
  })
})

describe('the session as a whole', () => {
  test('is called by the first line that a person wrote', () => {
    const session = new SpokenSession()
      .start()
      .user('rules', undefined, { plugin: 'p' })
      .user('\n  Fix it  \nplease')
    expect(session.view.title).toBe('Fix it')
    expect(session.user('and more').view.title).toBe('Fix it')
    expect(new SpokenSession().start('😀'.repeat(200)).view.title).toBe('😀'.repeat(100))
    expect(new SpokenSession().start(`a${'😀'.repeat(200)}`).view.title).toBe(`a${'😀'.repeat(99)}`)
  })

  test('says which turn and step run, and since when', () => {
    const session = new SpokenSession()
    const since = session.time
    expect(session.view.running).toBeUndefined()
    expect(session.start('hi').view.running).toEqual({ turn: 1, step: 0, since })
    expect(session.later(9).request().view).toMatchObject({
      running: { turn: 1, step: 1, since },
      model: { provider: 'openai', id: 'gpt' },
    })
    expect(session.end().view.running).toBeUndefined()
    expect(session.start().log('session/resumed', { closedCalls: 0 }).view.running).toBeUndefined()
  })

  test('has the totals of all turns, and the footer those of its own', () => {
    const session = new SpokenSession().start('hi')
    expect(session.view.totals).toBeUndefined()
    const { view } = session.end('done', { session: { ...session.end().view.totals!, steps: 12 } })
    expect(view.totals?.steps).toBe(12)
    expect(view.items.at(-1)).toMatchObject({ kind: 'end', totals: { steps: 3 } })
  })

  test('counts open questions, also those of programs and sub-agents', () => {
    const session = new SpokenSession().start('hi').call('a', 'x').call('t', 'task').agent('s', 't')
    session.call('b', 'x', {}, 's').ask('a').ask('b').ask('b')
    expect(session.view.waiting).toBe(2)
    expect(session.result('b').view.waiting).toBe(1)
    expect(session.end('interrupted').view.waiting).toBe(0)
  })

  test('stays the same object where an event says nothing that is shown', () => {
    const session = new SpokenSession().start('hi')
    const { view } = session
    session.log('step/end', { turn: 1, step: 1, finish: 'stop' })
    session.log('spill/kept', { callId: 'a', path: '/a', bytes: 1 })
    session.log('assistant/chunk', { turn: 1, step: 1, kind: 'text', text: 'who?' }, 'nobody')
    expect(session.view).toBe(view)
  })
})

describe('settled', () => {
  test('are the items before the first one that can still change', () => {
    const session = new SpokenSession()
    const settled = (): number => session.view.settled
    expect(settled()).toBe(0)
    session.start('hi').request().chunk('I lo')
    expect(settled()).toBe(1)
    session.answer('I look.').call('a', 'x').call('b', 'x').result('b')
    expect(settled()).toBe(2)
    session.result('a')
    expect(settled()).toBe(4)
  })

  test('is a call only when all calls in it have ended', () => {
    const session = new SpokenSession().start('hi').call('t', 'task').agent('s', 't').call('c', 'x', {}, 's')
    session.result('t')
    expect(session.view.settled).toBe(1)
    session.result('c', 'ok', 's')
    expect(session.view.settled).toBe(2)
  })

  test('is a call that has no result when its turn ends', () => {
    const { view } = new SpokenSession()
      .start('hi')
      .call('a', 'x')
      .end('failed', { code: 'SESSION_LOG_FAILED' })
    expect(view.settled).toBe(3)
    expect(view.cards[0]).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN' } })
  })
})

test('a view that went through JSON is folded on as if nothing had happened', () => {
  const session = new SpokenSession().start('hi').request().chunk('I lo').call('t', 'task').agent('s', 't')
  session.request('s').chunk('Th', 'text', 's').call('c', 'x', {}, 's').ask('c')
  const copy = JSON.parse(JSON.stringify(session.view)) as SessionView
  const from = session.events.length
  session
    .chunk('ok')
    .answer('I looked.')
    .chunk('ere', 'text', 's')
    .answer('There.', 's')
    .result('c', 'ok', 's')
  session.end('done', {}, 's').agentEnded('s', 't').result('t').end()
  const continued = session.events.slice(from).reduce((view, event) => reduceSession(view, event), copy)
  expect(continued).toEqual(session.view)
  expect(JSON.stringify(continued)).toBe(JSON.stringify(session.view))
  expect(JSON.parse(JSON.stringify(initialSession))).toEqual(initialSession)
})
