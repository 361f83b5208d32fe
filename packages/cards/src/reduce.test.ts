import type { SessionEvent } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../tests/session.ts'
import { reduceCards } from './reduce.ts'
import { initialCards } from './state.ts'

describe('the seven states', () => {
  test('a call that was asked for is queued until the first news of it', () => {
    const session = new Session().call('c1', 'read')
    expect(session.card().status).toBe('queued')
    session.log('tool/progress', { callId: 'c1', done: 1, total: 3 })
    expect(session.card()).toMatchObject({ status: 'running', progress: { done: 1, total: 3 } })
  })

  test('a question makes it wait, an allowing answer makes it run, a success makes it done', () => {
    const session = new Session().call('c1', 'edit').ask('c1', 'edit', 'no rule')
    expect(session.card()).toMatchObject({ status: 'waiting', approval: { reason: 'no rule' } })
    session.answer('c1', { outcome: 'allowed-once', by: 'user' })
    expect(session.card().status).toBe('running')
    session.later(40).done('c1')
    expect(session.card()).toMatchObject({ status: 'done', result: { card: 'generic' } })
    expect(session.card().endedAt! - session.card().startedAt).toBe(40)
  })

  test.each([
    ['rejected', 'denied'],
    ['unavailable', 'denied'],
    ['cancelled', 'cancelled'],
  ] as const)('the answer %s ends it as %s', (outcome, status) => {
    const session = new Session().call('c1', 'edit').ask('c1', 'edit').answer('c1', { outcome, by: 'user' })
    expect(session.card().status).toBe(status)
    expect(session.fail('c1', 'no').card()).toMatchObject({ status, failure: 'Error: no' })
  })

  test('the trace tells a denial and a cancellation from a failure', () => {
    const statuses = (['failed', 'denied', 'cancelled'] as const).map(
      (status) => new Session().call('c1', 'x').trace('c1', { status }).fail('c1', 'no').card().status,
    )
    expect(statuses).toEqual(['failed', 'denied', 'cancelled'])
  })

  test('the result wins over a trace that contradicts it', () => {
    expect(new Session().call('c1', 'x').trace('c1', { status: 'denied' }).done('c1').card().status).toBe(
      'done',
    )
    expect(new Session().call('c1', 'x').trace('c1', { status: 'done' }).fail('c1', 'no').card().status).toBe(
      'failed',
    )
  })

  test.each([
    ['ABORTED', 'cancelled'],
    ['ABORTED_BEFORE_DISPATCH', 'cancelled'],
    ['FS_OUTSIDE_ROOT', 'denied'],
    ['FS_NOT_FOUND', 'failed'],
    ['__proto__', 'failed'],
  ] as const)('a log without traces is read by its codes: %s is %s', (code, status) => {
    expect(new Session().call('c1', 'x').fail('c1', 'no', code).card().status).toBe(status)
  })
})

describe('events that change nothing', () => {
  test('news of unknown calls, and late news of a finished one', () => {
    const session = new Session().call('c1', 'x').done('c1')
    const before = session.state
    session.done('c2').fail('c1', 'late').log('tool/progress', { callId: 'c1' }).ask('c1', 'x')
    session.dispatch('nowhere', 'c9', 'x')
    expect(session.state).toBe(before)
  })

  test('a standing permission that no question was about, and one that is taken back later', () => {
    const grant = { id: 'g', lasts: 'session' } as const
    const session = new Session().call('c1', 'x').call('c2', 'x').ask('c2', 'x')
    const before = session.state
    session.grant('c1', grant).grant('nowhere', grant)
    session.log('permission/revoked', { id: 'unknown', rule: 'any', by: 'user' })
    expect(session.state).toBe(before)
    session.grant('c2', grant).answer('c2', { outcome: 'allowed-once', by: 'user' })
    session.log('permission/revoked', { id: 'g', rule: 'any', by: 'user' })
    expect(session.card(1).approval).toMatchObject({ outcome: 'allowed-once', grant })
  })

  test('types of other packages', () => {
    const event = { seq: 0, time: 0, type: 'model/token', data: { callId: 'c1' } } as unknown as SessionEvent
    expect(reduceCards(initialCards, event)).toBe(initialCards)
  })
})

describe('calls of a program', () => {
  const running = (): Session =>
    new Session().call('c1', 'run_code').dispatch('c1', 'c1:code:1', 'read', { path: 'a' })

  test('stand under their parent, also when they are nested again', () => {
    const session = running().dispatch('c1:code:1', 'c1:code:1:code:1', 'grep')
    session.dispatched('c1:code:1', 'c1:code:1:code:1', true)
    const [child] = session.card().children
    expect(child).toMatchObject({ callId: 'c1:code:1', status: 'running', arguments: '{"path":"a"}' })
    expect(child?.children[0]).toMatchObject({ status: 'failed', failure: 'Error: no' })
  })

  test('a waiting one makes its parents wait, until it is answered', () => {
    const session = running().ask('c1:code:1', 'read')
    expect(session.card().status).toBe('waiting')
    session.answer('c1:code:1', { outcome: 'allowed-once', by: 'user' })
    expect(session.card().status).toBe('running')
    session.dispatched('c1', 'c1:code:1').done('c1')
    expect(session.card()).toMatchObject({ status: 'done', children: [{ status: 'done' }] })
  })

  test('do not answer a question about the parent itself', () => {
    const session = running().ask('c1', 'run_code').dispatched('c1', 'c1:code:1')
    expect(session.card().status).toBe('waiting')
  })
})

describe('what a log may hold', () => {
  test('the same id twice: what follows belongs to the later call', () => {
    const session = new Session().call('c1', 'a').call('c1', 'b').done('c1')
    expect(session.state.cards.map(({ tool, status }) => [tool, status])).toEqual([
      ['a', 'queued'],
      ['b', 'done'],
    ])
  })

  test('content that is none still gives a card', () => {
    const session = new Session().call('c1', 'a').result('c1', { content: 7 as never, isError: true })
    expect(session.card()).toMatchObject({ status: 'failed', failure: '[unreadable content]' })
  })

  test('arguments of any depth', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    const session = new Session().call('c1', 'a', deep)
    expect(session.card().call).toEqual({ card: 'generic', title: deep, rawInput: deep })
    session.dispatch('c1', 'c2', 'b', JSON.parse(deep))
    expect(session.card().children[0]?.arguments).toContain('too deeply')
  })

  test('no event is changed, and no state', () => {
    const session = new Session().call('c1', 'a').ask('c1', 'a')
    const state = structuredClone(session.state)
    const frozen = session.state
    session.answer('c1', { outcome: 'rejected', by: 'user' }).fail('c1', 'no')
    expect(frozen).toEqual(state)
  })
})
