import type { ToolCallView, ToolResultView } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../../tests/session.ts'
import { highlighter } from '../highlight.ts'
import { renderAnsi, renderMarkdown, renderPlain, type Card, type Presenter } from '../index.ts'

const program = [
  "const paths = await tools.glob({ pattern: 'src/**/*.ts' })",
  "const found = await tools.grep({ pattern: 'TODO' })",
  "await tools.bash({ command: 'git commit -am wip' }).catch(() => {})",
  'return { files: 9 }',
].join('\n')

const calls: Readonly<Record<string, ToolCallView>> = {
  run_code: { card: 'generic', kind: 'execute', title: 'Count the TODOs', rawInput: program },
  glob: { card: 'generic', kind: 'search', title: 'src/**/*.ts' },
  bash: { card: 'terminal', title: 'git commit -am wip' },
}

function session(result?: ToolResultView, call = calls['run_code']!): Session {
  const presenters: Readonly<Record<string, Presenter>> = {
    run_code: { presentCall: () => call, presentResult: () => result },
  }
  return new Session((name) => presenters[name] ?? { presentCall: () => calls[name] }).call('c', 'run_code', {
    code: program,
  })
}

const shown = (card: Card, expand = false): string[] =>
  renderPlain(card, { width: 72, expand, expandHint: '--expand' }).split('\n')

const numbered = (to: number): string =>
  Array.from({ length: to }, (_, index) => `line ${index + 1}`).join('\n')

describe('a program', () => {
  test('has its lines above its calls, and its console and its result below them', () => {
    const card = session({ card: 'code', result: '{ "files": 9 }', language: 'json' })
      .dispatch('c', 'c:code:1', 'glob')
      .dispatched('c', 'c:code:1')
      .console('c', 'top: src/loop.ts 11')
      .later(1_800)
      .done('c')
      .card()
    expect(shown(card)).toEqual([
      '✓ done  ❯ run_code  Count the TODOs  1 call                         1.8s',
      "  1  const paths = await tools.glob({ pattern: 'src/**/*.ts' })",
      "  2  const found = await tools.grep({ pattern: 'TODO' })",
      "  3  await tools.bash({ command: 'git commit -am wip' }).catch(() => {})",
      '  4  return { files: 9 }',
      '  └─ ✓ done  ⌕ glob  src/**/*.ts                                   0.00s',
      '  console  top: src/loop.ts 11',
      '  result   { "files": 9 }',
    ])
  })

  test('waits for you while one of its calls does, which is shown in full', () => {
    const card = session().dispatch('c', 'c:code:1', 'bash').ask('c:code:1', 'bash', 'a rule').card()
    expect(shown(card)).toContain('? waiting for you  ❯ run_code  Count the TODOs  1 call')
    expect(shown(card).slice(-2)).toEqual([
      '  └─ ? waiting for you  ❯ bash  $ git commit -am wip',
      '       asks because: a rule',
    ])
  })

  test('is folded with what is hidden of it counted, and its console, too', () => {
    const call: ToolCallView = { card: 'generic', kind: 'execute', title: 't', rawInput: numbered(12) }
    const ended = session({ card: 'code', result: numbered(20) }, call)
      .console('c', numbered(30))
      .done('c')
    const rows = shown(ended.card())
    expect(rows.slice(4, 8)).toEqual([
      '   4  line 4',
      '  … 6 lines hidden (--expand)',
      '  11  line 11',
      '  12  line 12',
    ])
    expect(rows).toContain('  console  line 1')
    expect(rows).toContain('           … 22 lines hidden (--expand)')
    expect(rows).toContain('           … 11 lines hidden (--expand)')
    expect(shown(ended.card(), true)).not.toContain('hidden')
  })

  test('that says something looks like nothing else', () => {
    const rows = shown(session().console('c', 'result   42\nconsole  43').card())
    expect(rows.slice(-2)).toEqual(['  console  result   42', '           console  43'])
  })

  test('that says little is read to its last word', () => {
    const note = `[the returned value was changed to fit JSON: ${'$.d: a Date became a text; '.repeat(3)}]`
    const rows = shown(session({ card: 'code', result: '1' }).console('c', `two\n${note}`).done('c').card())
    const at = rows.indexOf('  console  two')
    expect(rows.slice(at, at + 3)).toEqual([
      '  console  two',
      '           [the returned value was changed to fit JSON: $.d: a Date',
      expect.stringMatching(/^ {11}became a text;/),
    ])
  })

  test('is coloured where somebody can', () => {
    const drawn = renderAnsi(session().card(), { width: 72, highlight: highlighter() })
    expect(drawn).toContain("\u001b[33m'src/**/*.ts'\u001b[39m")
  })

  test('that fails says how and where, and what it said before only once', () => {
    const message =
      'code run failed (exception): x is not defined\n  program.ts:2:5\nCaptured output:\nbefore'
    const card = session().console('c', 'before').fail('c', message, 'CODE_RUN_FAILED').card()
    const rows = shown(card)
    expect(rows[0]).toMatch(/^✗ failed {2}❯ run_code {2}Count the TODOs {2}exception /)
    expect(rows.slice(1, 3)).toEqual([
      '  code run failed (exception): x is not defined',
      '    program.ts:2:5',
    ])
    expect(rows.at(-1)).toBe('  console  before')
    expect(rows.join('\n')).not.toContain('Captured')
  })

  test('that goes on after a crash says from where, and no call of it stands there twice', () => {
    const resumed = session()
      .dispatch('c', 'c:code:1', 'bash')
      .ask('c:code:1', 'bash', 'a rule')
      .answer('c:code:1', { outcome: 'cancelled', by: 'resume' })
      .log('tool/code-resumed', { callId: 'c', from: 'image', recorded: 2, unknown: 1 })
      .dispatch('c', 'c:code:1', 'bash')
      .ask('c:code:1', 'bash', 'a rule')
      .card()
    expect(shown(resumed)).toContain(
      '  went on from its snapshot after its process ended; 2 outcomes recorded',
    )
    expect(resumed.children).toHaveLength(1)
    expect([resumed.status, resumed.children[0]?.status]).toEqual(['waiting', 'waiting'])
  })
})

test('a call that goes on is denied by whoever denies it then, and not by the crash', () => {
  const denied = session()
    .dispatch('c', 'c:code:1', 'bash')
    .ask('c:code:1', 'bash', 'a rule')
    .answer('c:code:1', { outcome: 'cancelled', by: 'resume', message: 'the session ended' })
    .log('tool/code-resumed', { callId: 'c', from: 'journal', recorded: 0, unknown: 0 })
    .trace('c:code:1', { status: 'denied', by: '--deny-all' })
    .dispatched('c', 'c:code:1', true)
  expect(shown(denied.card()).join('\n')).toMatch(
    /denied {2}❯ bash {2}\$ git commit -am wip {2}by --deny-all/,
  )
})

test('a result is read to its last word where it is short, and folded where it is long', () => {
  const words = 'the denial said why, '.repeat(12).trim()
  const short = session({ card: 'code', result: JSON.stringify({ because: words }), language: 'json' })
  const flat = shown(short.done('c').card())
    .map((row) => row.trim())
    .join(' ')
  expect(flat).toContain(words)
  const long = session({
    card: 'code',
    result: JSON.stringify({ because: words.repeat(9) }),
    language: 'json',
  })
  expect(shown(long.done('c').card()).at(-1)).toMatch(/… \+2,226 chars$/)
})

test('a program is fenced in Markdown, with its console and its result apart', () => {
  const card = session({ card: 'code', result: '[1]', language: 'json' })
    .console('c', 'hello')
    .done('c')
    .card()
  const lines = renderMarkdown(card).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '**✓ done** `run_code` `Count the TODOs` `0.00s`',
    '',
    '```typescript',
    program.split('\n')[0],
  ])
  expect(lines.slice(8)).toEqual([
    '',
    '*console:*',
    '',
    '```console',
    'hello',
    '```',
    '',
    '*result:*',
    '',
    '```json',
    '[1]',
    '```',
  ])
})
