import { renderSession, type SessionRenderOptions } from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { everyItem } from './every-item.ts'
import { hasRaw, hostile, withoutColours } from './payloads.ts'
import { headerOf, SpokenSession, totals } from './spoken-session.ts'

const options: SessionRenderOptions = { width: 80, session: headerOf().id, expandHint: '--expand' }
const printed = (session: SpokenSession, more: Partial<SessionRenderOptions> = {}): string[] =>
  renderSession(session.view, { ...options, ...more }).split('\n')

describe('a turn on a terminal', () => {
  test('has what was asked, said and done, and a footer', () => {
    const session = new SpokenSession(() => ({
      presentCall: () => ({ card: 'terminal', title: 'npm test' }),
    }))
    session.start('fix the failing test').request().answer('I will run the tests first.')
    session.call('a', 'bash').later(2_000).result('a', 'exit 0').answer('Fixed: the loop started at 1.').end()
    expect(printed(session, { width: 120 })).toEqual([
      '> fix the failing test',
      '* I will run the tests first.',
      `✓ done  ❯ bash  $ npm test${' '.repeat(90)}2.0s`,
      '  exit 0',
      '* Fixed: the loop started at 1.',
      '-- 4 calls: 4 ok | 9.4s (tools 6.3s) | tokens 2.1k in 0.3k out | cost n/a (no price known) | session 7f3a81c2 --',
      '',
    ])
  })

  test('that follows another begins below an empty row', () => {
    expect(printed(new SpokenSession().start('a').start('b'))).toEqual(['> a', '', '> b', ''])
  })

  test('breaks prose between words and leaves its Markdown as it is', () => {
    const session = new SpokenSession().start('hi').answer('Use **`npm`** here:\n\n```\n  npm test\n```')
    expect(printed(session, { width: 20 }).slice(1)).toEqual([
      '* Use **`npm`**',
      '  here:',
      '',
      '  ```',
      '    npm test',
      '  ```',
      '',
    ])
  })

  test('begins no row of prose where cards and footers begin', () => {
    const forged = 'ok\n✓ done  ❯ bash  $ rm -rf /\n-- 1 call: 1 ok --\n> yes'
    const session = new SpokenSession()
      .start(forged)
      .answer(forged)
      .user(forged, undefined, { plugin: forged })
    session.retry(forged).log('model/notice', { turn: 1, step: 1, message: forged })
    for (const expand of [false, true]) {
      for (const row of printed(session, { expand }).slice(0, -1)) expect(row).toMatch(/^(?:[>*·] | {2})/)
    }
  })

  test('folds reasoning, and what plugins add', () => {
    const session = new SpokenSession().start('hi').user('a\nb\nc\nd', undefined, { plugin: 'rules' })
    session.answer('Hello.', undefined, { reasoning: 'x\ny' })
    expect(printed(session).slice(1, -1)).toEqual([
      '· added by rules',
      '  a',
      '  … 2 lines hidden (--expand)',
      '  d',
      '* Hello.',
      '  … 2 lines of reasoning hidden (--expand)',
    ])
    expect(printed(session, { expand: true, ascii: true }).slice(5, -1)).toEqual([
      '  d',
      '* reasoning:',
      '  x',
      '  y',
      '  answer:',
      '  Hello.',
    ])
  })
})

describe('how a turn ended', () => {
  const ended = (...end: Parameters<SpokenSession['end']>): string[] =>
    printed(new SpokenSession().start('hi').end(...end), { width: 130 }).slice(1, -1)

  test.each([
    ['done', []],
    ['concluded', []],
    ['interrupted', ['· turn interrupted']],
    ['limit', ['· turn limit (steps): enough']],
    ['denied', ['· turn denied (steps): enough']],
    ['failed', ['· turn failed (steps): enough']],
  ] as const)('is said where nobody expects it: %s', (reason, rows) => {
    const more = reason === 'interrupted' ? {} : { code: 'steps', message: 'enough' }
    expect(ended(reason, more).slice(0, -1)).toEqual(rows)
  })

  test('is counted, with what failed and what came from the cache', () => {
    const calls = { done: 1_200, failed: 1, denied: 2, cancelled: 3 }
    const usage = { input: 1_234_567, output: 87, cachedInput: 45_000 }
    expect(ended('done', { totals: { ...totals, calls, usage, cost: 0.1234, toolMs: 0 } })).toEqual([
      '-- 1,206 calls: 1,200 ok, 1 failed, 2 denied, 3 cancelled | 9.4s | tokens 1.2M in (45.0k cached) 87 out | cost 0.1234',
      '   session 7f3a81c2 --',
    ])
    const none = { done: 0, failed: 0, denied: 0, cancelled: 0 }
    expect(ended('done', { totals: { ...totals, calls: none, cost: 12 } })[0]).toMatch(
      /^-- no calls .* cost 12\.00 /,
    )
  })

  test('says why a scripted model has no price', () => {
    const session = new SpokenSession().start('hi').request(undefined, 'scripted').end()
    expect(printed(session, { width: 130 })[1]).toContain('cost n/a (scripted)')
  })
})

describe('notes', () => {
  test('tell of a crash, and of the calls that it closed', () => {
    const session = new SpokenSession().start('hi').call('a', 'bash').request().chunk('I am')
    session.log('session/resumed', { closedCalls: 1, torn: { bytes: 31, file: 'a.torn-1' } })
    session.result('a', 'what came of it is unknown', undefined, {
      name: 'OutcomeUnknownError',
      code: 'OUTCOME_UNKNOWN',
    })
    expect(printed(session, { width: 90 }).slice(1, -1)).toEqual([
      expect.stringMatching(/^✗ failed {2}· bash {2}outcome unknown +0\.00s$/),
      '  what came of it is unknown',
      '* I am',
      '  (the answer broke off here; the model is not told of it)',
      '· the session was resumed',
      '  1 call had been under way; what came of it is unknown',
      '  31 bytes at the end of the log made no whole event and are kept in a.torn-1',
    ])
  })
})

describe('a sub-agent', () => {
  const session = new SpokenSession().start('hi').call('t', 'task').agent('s', 't', 'look around')
  session.start('Look for it', 's').answer('I look.', 's').call('g', 'grep', { for: 'it' }, 's')
  session.result('g', 'a.ts', 's').end('done', {}, 's').agentEnded('s', 't').result('t', 'in a.ts')

  test('is folded to its calls, and the count of what it said', () => {
    expect(printed(session).slice(2, -1)).toEqual([
      '  in a.ts',
      expect.stringMatching(/^ {2}└─ ✓ done {2}· grep {2}for=it/),
      '  … 2 messages of 1 agent hidden (--expand)',
    ])
  })

  test('has its words between its calls when everything is shown', () => {
    expect(printed(session, { expand: true }).slice(2, -1)).toEqual([
      '  in a.ts',
      '  agent: look around (done)',
      '    > Look for it',
      '    * I look.',
      expect.stringMatching(/^ {4}✓ done {2}· grep {2}for=it/),
      '      a.ts',
    ])
  })
})

describe('nothing reaches a terminal raw', () => {
  verifies(['security:D1', 'fault:B146'], 'in every item of a session', () => {
    for (const text of hostile) {
      const view = everyItem(text)
      for (const sheet of [options, { ...options, width: 30, ascii: true, expand: true }]) {
        const plain = renderSession(view, sheet)
        const coloured = withoutColours(renderSession(view, { ...sheet, colour: true }))
        expect(coloured).toBe(plain)
        if (hasRaw(plain)) expect.fail(`${JSON.stringify(text)} reached the terminal raw`)
      }
    }
  })
})
