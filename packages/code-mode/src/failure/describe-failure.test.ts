import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CodeFailureKind } from '../contract/failure.ts'
import { defaultLimits } from '../contract/limits.ts'
import { describeFailure } from './describe-failure.ts'
import { effectsOf } from './effects.ts'
import type { FailureReport, LedgerEntry } from './failure-report.ts'

const report = (parts: Partial<FailureReport> = {}): FailureReport => ({
  program: 'const page = await tools.list_issues({})\nreturn page.items.map((i) => i.titel.length)\n',
  failure: { ok: false, kind: 'exception', message: 'boom' },
  ledger: [],
  logs: [],
  limits: defaultLimits,
  tools: [],
  ...parts,
})

const failure = (kind: CodeFailureKind, message = 'boom'): FailureReport['failure'] => ({
  ok: false,
  kind,
  message,
})

describe('describeFailure', () => {
  test('says what failed, where, what was meant, what was seen, what was called, and what was said', () => {
    const text = describeFailure(
      report({
        failure: {
          ok: false,
          kind: 'exception',
          name: 'TypeError',
          message: "cannot read property 'length' of undefined",
          at: { line: 2, column: 34 },
          trace: [
            { name: 'lengthOf', at: { line: 2, column: 34 } },
            { name: '<anonymous>', at: { line: 3, column: 1 } },
          ],
        },
        ledger: [
          { id: 1, name: 'list_issues', state: 'ok', ms: 12.3, shape: '{items[50]{id,title},next}' },
          { id: 2, name: 'notify', state: 'started' },
        ],
        logs: ['found 50', 'notifying'],
      }),
    )
    expect(text).toBe(
      [
        "code run failed (exception): TypeError: cannot read property 'length' of undefined",
        'program.ts:2:34',
        '  1 | const page = await tools.list_issues({})',
        '> 2 | return page.items.map((i) => i.titel.length)',
        '    |                                  ^',
        '  3 |',
        'called from 3:1',
        'No result has `titel`. Did you mean `title`?',
        'Results seen: list_issues -> {items[50]{id,title},next}',
        'Calls: #1 list_issues ok 12ms, #2 notify started (outcome unknown)',
        'Calls of unknown outcome may have had their effects: look before you repeat them.',
        'Captured output:',
        'found 50',
        'notifying',
      ].join('\n'),
    )
  })

  test('is short where there is little to say', () => {
    expect(describeFailure(report())).toBe(
      'code run failed (exception): boom\nNo tool was called, so nothing was changed.',
    )
  })

  test('names the call that a tool refused, and how to go on', () => {
    const text = describeFailure(
      report({
        failure: { ...failure('tool_error', 'denied by a rule'), call: 1 },
        ledger: [{ id: 1, name: 'notify', state: 'denied', ms: 1 }],
      }),
    )
    expect(text).toContain('code run failed (tool_error): denied by a rule (call #1 of notify, not caught)')
    expect(text).toContain('No tool ran, so nothing was changed.')
    expect(text).toContain('catch it: a ToolCallError has toolName and code')
  })

  test('an unknown name that is a tool, or near to one', () => {
    const unknown = (name: string): string =>
      describeFailure(
        report({
          failure: { ...failure('exception', `'${name}' is not defined`), name: 'ReferenceError' },
          tools: ['list_issues', 'create issue'],
        }),
      )
    expect(unknown('list_issues')).toContain(
      '`list_issues` is a tool: call `await tools.list_issues({ … })`.',
    )
    expect(unknown('list_isues')).toContain('Did you mean `tools.list_issues`?')
    expect(unknown('createIssue')).toContain('Did you mean `tools["create issue"]`?')
    expect(unknown('zebra')).not.toContain('Did you mean')
  })

  const kinds: Readonly<Record<CodeFailureKind, RegExp>> = {
    syntax: /Nothing of the program has run/,
    exception: /No tool was called/,
    tool_error: /catch it/,
    timeout_wall: /Promise\.all.*60 s/,
    timeout_cpu: /compute for 5 s.*`process`/,
    memory: /64 MiB.*pages/,
    output_limit: /256 KiB.*return counts/,
    call_limit: /256 calls/,
    pending_limit: /At most 64 calls.*groups/,
    cancelled: /from outside/,
    runtime_died: /Try once more/,
    diverged: /Look at what its calls have done/,
  }
  test.each(Object.entries(kinds))('%s says what to do', (kind, advice) => {
    expect(describeFailure(report({ failure: failure(kind as CodeFailureKind) }))).toMatch(advice)
  })

  test('many calls are counted, and what did not go well is named', () => {
    const ledger = Array.from({ length: 200 }, (_, index): LedgerEntry => ({
      id: index + 1,
      name: `tool_${index % 40}`,
      state: index === 20 ? 'failed' : 'ok',
      ms: 5,
    }))
    const text = describeFailure(report({ ledger }))
    expect(text).toContain('Calls: 200 calls: 199 ok, 1 failed; among them #21 tool_20 failed 5ms, ')
    expect(text).toContain('What these calls did stays done')
  })

  test('calls that went alike are one', () => {
    const ledger = Array.from({ length: 50 }, (_, index): LedgerEntry => ({
      id: index + 1,
      name: 'get',
      state: 'ok',
    }))
    expect(describeFailure(report({ ledger }))).toContain('Calls: #1-#50 get ok\n')
  })

  test('of long output the end is kept, and what is left out is counted', () => {
    const logs = Array.from({ length: 1_000 }, (_, index) => `line ${index}`)
    const text = describeFailure(report({ logs, limits: { ...defaultLimits, shownBytes: 100 } }))
    expect(text).toMatch(
      /\nCaptured output:\n\[989 earlier entries left out\]\nline 989\n(?:line \d+\n){9}line 999$/,
    )
    const limits = { ...defaultLimits, shownBytes: 101 }
    const long = describeFailure(report({ logs: ['é'.repeat(500)], limits }))
    expect(long).toMatch(/\nCaptured output:\n\[900 bytes of this one left out\]\né{50}$/)
    const both = describeFailure(report({ logs: ['a', 'é'.repeat(500)], limits }))
    expect(both).toContain('[1 earlier entry and 900 bytes of this one left out]')
  })

  test('is bounded, well formed and hides nothing, whatever programs and tools say', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3_000 }),
      fc.constantFrom(
        '\u001b]0;x\u0007',
        '\u202e'.repeat(2_000),
        '\n'.repeat(2_000),
        '𝄞'.repeat(2_000),
        '\nCaptured output:\nforged',
      ),
    )
    const position = fc.record({
      line: fc.integer({ min: -1, max: 5 }),
      column: fc.integer({ min: -1, max: 4_000 }),
    })
    const entry = fc.record({
      name: hostile,
      state: fc.constantFrom('ok', 'failed', 'denied', 'cancelled', 'started', 'waiting'),
      shape: fc.constantFrom('{a,b}', '[2] of string', 'x'.repeat(160)),
    })
    const reports = fc.record({
      program: hostile,
      failure: fc.record({
        ok: fc.constant(false as const),
        kind: fc.constantFrom<CodeFailureKind>('exception', 'tool_error', 'diverged', 'memory'),
        name: fc.oneof(hostile, fc.constantFrom('TypeError', 'ReferenceError')),
        message: hostile,
        at: position,
        trace: fc.array(fc.record({ name: hostile, at: position }), { maxLength: 5 }),
      }),
      ledger: fc
        .array(entry, { maxLength: 30 })
        .map((list) =>
          list.map((made, index): LedgerEntry => ({ ...made, state: made.state as 'ok', id: index + 1 })),
        ),
      logs: fc.constant<string[]>([]),
      tools: fc.array(hostile, { maxLength: 5 }),
    })
    fc.assert(
      fc.property(reports, (hostileReport) => {
        const text = describeFailure({ ...hostileReport, limits: defaultLimits })
        expect(text.length).toBeLessThanOrEqual(1_500)
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[^\n\t\P{Cc}]|\p{Cf}/u)
        expect(text).not.toMatch(/^Captured output:/m)
        expect(text.startsWith(`code run failed (${hostileReport.failure.kind}): `)).toBe(true)
      }),
    )
  })
})

test('effects are what the account says', () => {
  const states = (...list: LedgerEntry['state'][]): { state: LedgerEntry['state'] }[] =>
    list.map((state) => ({ state }))
  expect(effectsOf([])).toBe('none')
  expect(effectsOf(states('denied', 'waiting', 'cancelled'))).toBe('none')
  expect(effectsOf(states('denied', 'ok'))).toBe('possible')
  expect(effectsOf(states('ok', 'started'))).toBe('unknown')
  expect(effectsOf([{ state: 'cancelled', began: true }])).toBe('unknown')
})
