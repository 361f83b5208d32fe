import { describe, expect, test, vi } from 'vitest'
import { Session } from '../tests/session.ts'
import type { Presenter } from './present.ts'

/** One finished call of a tool with these presenters. */
function shown(presenter: unknown, args: unknown = { path: 'a' }): ReturnType<Session['card']> {
  return new Session(() => presenter as Presenter).call('c1', 'tool', args).done('c1', 'for the model').card()
}

const generic = { card: 'generic', content: [{ type: 'text', text: 'for the model' }] }

describe('presenters', () => {
  test('get the arguments and the result, and are called on their owner', () => {
    const owner = {
      title: 'Reading',
      presentCall(args: unknown) {
        return {
          card: 'generic' as const,
          title: `${this.title} ${JSON.stringify(args)}`,
          kind: 'read' as const,
        }
      },
      presentResult: vi.fn(() => ({
        card: 'search' as const,
        shape: 'paths' as const,
        paths: ['a'],
        truncated: false,
        total: 1,
      })),
    }
    const card = shown(owner)
    expect(card.call).toEqual({ card: 'generic', title: 'Reading {"path":"a"}', kind: 'read' })
    expect(card.result).toEqual({ card: 'search', shape: 'paths', paths: ['a'], truncated: false, total: 1 })
    expect(owner.presentResult).toHaveBeenCalledWith(
      { path: 'a' },
      { content: generic.content, isError: false },
    )
  })

  test('may decline, and may leave the content to the result', () => {
    expect(shown({ presentCall: () => undefined, presentResult: () => undefined }).result).toEqual(generic)
    expect(shown({ presentResult: () => ({ card: 'generic', title: 'T' }) }).result).toEqual({
      ...generic,
      title: 'T',
    })
  })

  test('are not asked about arguments that are no JSON', () => {
    const presentCall = vi.fn()
    const card = shown({ presentCall }, '{"path":')
    expect(presentCall).not.toHaveBeenCalled()
    expect(card.call).toEqual({ card: 'generic', title: '{"path":', rawInput: '{"path":' })
  })

  test('empty argument text means no arguments', () => {
    const presentCall = vi.fn()
    shown({ presentCall }, '  ')
    expect(presentCall).toHaveBeenCalledWith({})
  })

  test('cannot change what the next one sees, nor the log', () => {
    const session = new Session(() => ({
      presentResult: (_args, result) => {
        ;(result.content as unknown[]).length = 0
        return undefined
      },
    }))
    const card = session.call('c1', 'tool').done('c1', 'for the model').card()
    expect(card.result).toEqual(generic)
    expect(session.events.at(-1)).toMatchObject({ data: { content: generic.content } })
  })
})

const liars: readonly [string, unknown][] = [
  ['a promise', Promise.resolve({ card: 'generic', title: 'late' })],
  ['a rejected promise', () => Promise.reject(new Error('async presenter'))],
  ['text', 'hello'],
  ['null', null],
  ['an unknown card', { card: 'hologram', title: 'x', total: 1 }],
  ['a card named like a method', { card: 'toString' }],
  ['a search without files', { card: 'search', shape: 'matches', total: 3, truncated: false }],
  ['a total that is no number', { card: 'search', shape: 'paths', paths: [], total: NaN, truncated: false }],
  ['a negative total', { card: 'search', shape: 'paths', paths: [], total: -1, truncated: false }],
  [
    'an endless list',
    {
      card: 'search',
      shape: 'paths',
      paths: Object.assign([], { length: 2_000_000 }),
      total: 0,
      truncated: false,
    },
  ],
  [
    'lines that are no lines',
    { card: 'read', path: 'a', offset: 1, lines: [{ number: '1', text: 'x' }], totalLines: 1 },
  ],
  ['a diff of numbers', { card: 'diff', diffs: [{ path: 'a', oldText: 1, newText: 2 }] }],
  ['an exit code in words', { card: 'terminal', exitCode: 'zero' }],
  ['a status in words', { card: 'web', kind: 'fetch', url: 'x', statusCode: 'ok', truncated: false }],
  [
    'a throwing getter',
    {
      card: 'generic',
      get title() {
        throw new Error('boo')
      },
    },
  ],
  [
    'a revoked proxy',
    (() => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    })(),
  ],
]

describe('a lying or throwing presenter falls back to the generic card', () => {
  test.each(liars)('%s', (_name, lie) => {
    const answer = (): unknown => (typeof lie === 'function' ? lie() : lie)
    const card = shown({ presentCall: answer, presentResult: answer })
    expect(card.result).toEqual(generic)
    expect(card.call).toMatchObject({ card: 'generic', title: 'path=a' })
  })

  test('one that throws, and a lookup that throws', () => {
    const thrower = (): never => {
      throw new Error('boo')
    }
    expect(shown({ presentCall: thrower, presentResult: thrower }).result).toEqual(generic)
    const card = new Session(thrower).call('c1', 'tool', { n: 1 }).done('c1', 'for the model').card()
    expect([card.call, card.result]).toEqual([{ card: 'generic', title: 'n=1', rawInput: { n: 1 } }, generic])
  })

  test('extra fields and blocks of unknown kinds are left behind', () => {
    const card = shown({
      presentResult: () => ({
        card: 'generic',
        html: '<b>',
        content: [
          { type: 'hologram', data: 1 },
          { type: 'text', text: 'a', x: 1 },
        ],
      }),
    })
    expect(card.result).toEqual({
      card: 'generic',
      content: [
        { type: 'text', text: '[hologram content]' },
        { type: 'text', text: 'a' },
      ],
    })
  })
})
