import { expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { hasRaw, hostile } from '../../cards/tests/payloads.ts'
import { home } from './running.ts'
import { at, called, record, said, totals, type Written } from './sessions-recorded.ts'
import { sampled } from '../../../tests/support/effort.ts'

const id = '7f3a81c2000000000000000000000001'

/** A log with a text in every place where somebody else may have put one. */
function events(text: string): readonly Written[] {
  const trace = {
    status: 'denied',
    by: text,
    rule: text,
    stages: [{ stage: 'pre-execute', source: text, decision: text, ms: 1 }],
  } as const
  const question = { requestId: 'q', callId: text, toolName: text, reason: text, argumentsHash: text }
  return [
    ...said(text, text).slice(0, 3),
    ['step/start', { turn: 1, step: 1, model: { provider: text, id: text }, settings: {} }],
    ['approval/asked', question],
    ...called(text, text, JSON.stringify({ [text]: text }), text, { isError: true, trace }),
    ...called('bash1', 'bash', JSON.stringify({ command: text }), text, { trace }),
    ['approval/asked', { ...question, callId: 'bash1' }],
    ['approval/decided', { ...question, callId: 'bash1', outcome: 'rejected', by: text, message: text }],
    [
      'permission/granted',
      { id: text, rule: text, lasts: 'session', by: text, at: 0, for: { callId: 'bash1', toolName: text } },
    ],
    ['spill/kept', { callId: 'bash1', path: text, bytes: 1 }],
    ['model/notice', { turn: 1, step: 1, message: text }],
  ]
}

const outputs = [
  ['sessions'],
  ['sessions', '--json'],
  ['sessions', '--all'],
  ['sessions', 'search', 'e'],
  ['sessions', 'search', 'e', '--json'],
  ['sessions', 'show', id],
  ['sessions', 'show', id, '--json'],
  ['sessions', 'export', id, '--html'],
  ['sessions', 'export', id, '--markdown'],
  ['replay', id],
  ['replay', id, '--expand'],
  ['replay', id, '--failures'],
  ['replay', id, '--markdown'],
  ['explain', '1'],
  ['explain', '2'],
  ['explain', '2', '--json'],
  ['explain', 'nothing'],
  ['policy', 'replay', '--rules', 'rules.jsonc'],
  ['policy', 'replay', '--rules', 'rules.jsonc', '--json'],
]

const longer = sampled(hostile, 12)

verifies(
  ['security:D1'],
  'no text in a log reaches an output of the commands on sessions raw',
  async () => {
    for (const text of longer) {
      const live = home({ 'rules.jsonc': JSON.stringify({ deny: [text], ask: ['Bash'] }) })
      const header = {
        principal: text.toWellFormed(),
        versions: { [text.toWellFormed()]: text.toWellFormed() },
      }
      record(live, id, events(text.toWellFormed()), header)
      for (const argv of outputs) {
        const { status, out, err } = await at(live, argv)
        if (hasRaw(out() + err().replaceAll('\t', '')) || /internal error/.test(err()))
          expect.fail(`${JSON.stringify([argv, text])} (${status}) wrote ${JSON.stringify(out() + err())}`)
      }
    }
  },
  300_000,
)

verifies(['security:D1'], 'nor does a text that was typed', async () => {
  const live = home({ 'rules.jsonc': '{}' })
  record(live, id, events('plain'))
  for (const text of longer) {
    for (const argv of [
      ['sessions', text],
      ['sessions', 'show', text],
      ['sessions', 'search', text],
      ['sessions', 'export', id, '-o', text],
      ['replay', text],
      ['replay', `--speed=${text}`],
      ['explain', text],
      ['policy', text],
      ['policy', 'replay', '--rules', text],
    ]) {
      const { out, err } = await at(live, argv)
      const written = out() + err().replaceAll('\t', '')
      if (hasRaw(written) || /internal error/.test(written))
        expect.fail(`${JSON.stringify(argv)} wrote ${JSON.stringify(written)}`)
    }
  }
})

/** What no writer of ours leaves in a log, and no reader of it checks. */
const odd: readonly unknown[] = [
  null,
  5,
  'constructor',
  [],
  {},
  { callId: {} },
  [null, 5, { stage: 'guard' }],
]

test('what a log may leave out can be anything, and breaks no command', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  for (const thing of odd) {
    const live = home({ 'rules.jsonc': '{ "deny": ["Read"] }' })
    const question = { requestId: 'q', callId: 'c', toolName: 'read', argumentsHash: 'h', reason: thing }
    const sub = { rootCallId: 'c', parentCallId: 'c', subCallId: 's', name: 'read' }
    const turn = { turn: 1, step: 1 }
    const used = { ...totals(1), cost: thing }
    const forged = [
      ['turn/start', { turn: 1, principal: 'user' }],
      ['user/message', { ...turn, message: { role: 'user', content: 'hello', source: thing } }],
      ['tool/call', { ...turn, callId: 'c', name: 'read', arguments: thing === null ? deep : '[]' }],
      ['tool/trace', { callId: 'c', status: 'denied', by: thing, rule: thing, stages: [thing, thing] }],
      ['approval/asked', question],
      ['approval/decided', { ...question, outcome: 'constructor', by: 'user', message: thing }],
      ['permission/granted', { id: 'g', rule: 'r', lasts: 'l', by: 'b', at: 0, for: thing }],
      ['tool/code-dispatch-start', sub],
      ['tool/code-dispatch', { ...sub, arguments: thing, isError: true, content: [] }],
      ['tool/result', { ...turn, callId: 'c', callSeq: 0, content: [], isError: true, error: thing }],
      ['turn/end', { turn: 1, reason: 'constructor', message: thing, totals: used, session: used }],
    ] as unknown as readonly Written[]
    record(live, id, forged)
    for (const argv of [...outputs, ['explain', 'c'], ['explain', 's']]) {
      const { err } = await at(live, argv)
      if (/internal error/.test(err())) expect.fail(`${JSON.stringify([argv, thing])} wrote ${err()}`)
    }
  }
})

test('lines of a log are lines again, whatever they hold', async () => {
  for (const text of longer) {
    const live = home()
    const written = events(text.toWellFormed())
    record(live, id, written)
    const { out } = await at(live, ['replay', id, '--json'])
    const lines = out().split('\n').slice(0, -1)
    expect(lines.map((line) => (JSON.parse(line) as { seq?: number }).seq)).toEqual([
      undefined,
      ...written.map((_, seq) => seq),
    ])
  }
})
