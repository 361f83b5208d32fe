import fc from 'fast-check'
import type { SessionEvent, ToolStatus } from '@millrace/protocol'
import {
  initialCards,
  reduceCards,
  renderAnsi,
  renderMarkdown,
  renderPlain,
  rowWidth,
  show,
  span,
  type CardState,
} from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { highlighter } from '../src/highlight.ts'
import { resultViews, someCallView } from './every-card.ts'
import { Session } from './session.ts'

const text = fc.oneof(
  fc.constant('run_code'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const callId = fc.constantFrom('1', '2', '3')
const step = fc.oneof(
  fc.record({ kind: fc.constant('call' as const), callId, text }),
  fc.record({ kind: fc.constant('progress' as const), callId, text }),
  fc.record({ kind: fc.constant('ask' as const), callId, text }),
  fc.record({
    kind: fc.constant('answer' as const),
    callId,
    outcome: fc.constantFrom('allowed-once', 'rejected', 'cancelled'),
  }),
  fc.record({
    kind: fc.constant('grant' as const),
    callId,
    lasts: fc.constantFrom('session' as const, 'always' as const),
  }),
  fc.record({ kind: fc.constant('revoke' as const), callId }),
  fc.record({
    kind: fc.constant('trace' as const),
    callId,
    status: fc.constantFrom<ToolStatus>('done', 'failed', 'denied'),
  }),
  fc.record({ kind: fc.constant('dispatch' as const), callId, text }),
  fc.record({ kind: fc.constant('console' as const), callId, text }),
  fc.record({ kind: fc.constant('resumed' as const), callId, recorded: fc.nat(3) }),
  fc.record({ kind: fc.constant('result' as const), callId, text, isError: fc.boolean() }),
)

const presenters = (name: string): object => ({
  presentCall: (args: unknown) => someCallView(name, `${name} ${JSON.stringify(args)}`),
  presentResult: (_args: unknown, { content }: { content: { text?: string }[] }) =>
    resultViews(content[0]?.text ?? '')[name.length % 9],
})

function played(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Session {
  const session = new Session(presenters as never)
  let granted = 'g'
  for (const each of steps) {
    session.later(17)
    const { callId: id } = each
    if (each.kind === 'call') session.call(id, each.text, { [each.text]: each.text })
    else if (each.kind === 'progress') session.log('tool/progress', { callId: id, text: each.text })
    else if (each.kind === 'ask') session.ask(id, 'any', each.text)
    else if (each.kind === 'answer') session.answer(id, { outcome: each.outcome as 'rejected', by: 'user' })
    else if (each.kind === 'grant')
      session.grant(id, { id: (granted = `g${session.time}`), lasts: each.lasts })
    else if (each.kind === 'revoke')
      session.log('permission/revoked', { id: granted, rule: 'any', by: 'user' })
    else if (each.kind === 'trace') session.trace(id, { status: each.status, by: 'guard' })
    else if (each.kind === 'dispatch')
      session.dispatch(id, `${id}:code:${session.time}`, each.text, each.text)
    else if (each.kind === 'console') session.console(id, each.text)
    else if (each.kind === 'resumed')
      session.log('tool/code-resumed', { callId: id, from: 'image', recorded: each.recorded, unknown: 1 })
    else if (each.isError) session.fail(id, each.text)
    else session.done(id, each.text)
  }
  return session
}

function bytes({ cards }: CardState): string {
  const sheet = { width: 80, now: 0, cwd: '/work', home: '/home/ada' }
  // A highlighter of its own each time, as every process has.
  const highlight = highlighter(['bash', 'json', 'typescript'])
  return cards
    .flatMap((card) => [
      renderPlain(card, sheet),
      renderAnsi(card, { ...sheet, expand: true, highlight }),
      renderMarkdown(card, sheet),
    ])
    .join('\n')
}

describe('the same events give the same bytes', () => {
  test('live, from a parsed log, and from a state that went through JSON', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const live = played(steps)
        const log = live.events.map((event) => JSON.stringify(event))
        const replayed = log
          .map((line) => JSON.parse(line) as SessionEvent)
          .reduce((state, event) => reduceCards(state, event, presenters as never), initialCards)
        expect(bytes(replayed)).toBe(bytes(live.state))
        expect(bytes(JSON.parse(JSON.stringify(live.state)) as CardState)).toBe(bytes(live.state))
      }),
    )
  })

  test('and no row is wider than the screen', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.integer({ min: 20, max: 120 }), (steps, width) => {
        for (const card of played(steps).state.cards) {
          for (const line of renderPlain(card, { width }).split('\n')) {
            expect(show(line)).toBe(line)
            expect(rowWidth([span(line)])).toBeLessThanOrEqual(width)
          }
        }
      }),
    )
  })
})
