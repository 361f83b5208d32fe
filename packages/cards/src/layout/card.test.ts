import type { ToolCallView, ToolResultView } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../../tests/session.ts'
import { highlighter } from '../highlight.ts'
import { renderAnsi, renderMarkdown, renderPlain, type Card } from '../index.ts'

const shown = (card: Card, expand = false): string[] =>
  renderPlain(card, { width: 60, expand, expandHint: '--expand' }).split('\n')

const numbered = (to: number): string =>
  Array.from({ length: to }, (_, index) => `line ${index + 1}\n`).join('')

function session(call: ToolCallView, result?: ToolResultView): Session {
  return new Session(() => ({ presentCall: () => call, presentResult: () => result })).call('c', 'bash')
}

const command = (title: string): ToolCallView => ({ card: 'terminal', title })

describe('a card that waits for an answer', () => {
  const drawn = (call: ToolCallView): string => {
    const asked = session(call).ask('c', 'bash', 'no rule allows it')
    return renderAnsi(asked.card(), { width: 60, highlight: highlighter() })
  }
  const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`

  test('shows nothing in bold but what would happen', () => {
    // oxlint-disable-next-line no-control-regex
    const strong = /\u001b\[(?:1|1;\d+)m([^\u001b]*)/g
    expect(drawn(command('rm -rf build'))).toContain(bold('$ rm -rf build'))
    expect([...drawn(command('rm -rf build')).matchAll(strong)].map(([, text]) => text)).toEqual([
      '$ rm -rf build',
    ])
    expect(drawn(command('cd a\nrm -rf b'))).toContain(`${bold('cd a')}\n`)
    expect(drawn(command('cd a\nrm -rf b'))).toContain(bold('rm -rf b'))
    expect(drawn({ card: 'diff', title: 'src/a.ts', diffs: [] })).toContain(bold('src/a.ts'))
  })

  test('says its state and the reason more quietly', () => {
    expect(drawn(command('date')).startsWith('\u001b[33m? waiting for you\u001b[39m')).toBe(true)
    expect(drawn(command('date'))).toMatch(/\n {2}asks because: no rule allows it$/)
  })
})

describe('a command of several lines', () => {
  const script = 'cd packages\nnpm test\necho done\n'
  const done = session(command(script), { card: 'terminal', output: '> npm test\nok\n', exitCode: 0 }).done(
    'c',
  )

  test('is shown once, and told apart from its output without colours', () => {
    const [header, ...body] = shown(done.card())
    expect(header).toMatch(/^✓ done {2}❯ bash +0\.00s$/)
    expect(body).toEqual([
      '  command: 3 lines, 31 characters  exit 0',
      '  $ cd packages',
      '    npm test',
      '    echo done',
      '  output:',
      '  > npm test',
      '  ok',
    ])
  })

  test('is named in the row of a program, which has no body', () => {
    const program = new Session(() => ({ presentCall: () => command(script) }))
      .call('p', 'run_code')
      .dispatch('p', 'p:1', 'bash')
    expect(renderPlain(program.card(), { width: 60 })).toContain(String.raw`bash  $ cd packages\nnpm test`)
  })

  test('stands in a fence of its own in Markdown', () => {
    const lines = renderMarkdown(done.card()).split('\n')
    expect(lines).toContain('**✓ done** `bash` `command: 3 lines, 31 characters` `exit 0` `0.00s`')
    expect(lines.slice(2, 7)).toEqual(['```bash', 'cd packages', 'npm test', 'echo done', '```'])
    expect(lines.slice(7)).toEqual(['', '*output:*', '', '```console', '> npm test', 'ok', '```'])
  })
})

describe('a command with a description', () => {
  const call: ToolCallView = {
    card: 'terminal',
    title: 'npm test',
    description: 'Run the tests',
    cwd: 'packages/a',
  }

  test('is told apart from what it prints, and keeps it when everything is shown', () => {
    const done = session(call, { card: 'terminal', output: 'ok\n', exitCode: 0 }).done('c').card()
    expect(shown(done, true).slice(1)).toEqual(['  Run the tests', '  in packages/a', '  output:', '  ok'])
    expect(shown(done).slice(1)).toEqual(['  ok'])
    const running = session(call).log('tool/progress', { callId: 'c', text: 'ok\n' }).card()
    expect(shown(running).slice(1)).toEqual(['  Run the tests', '  in packages/a', '  output:', '  ok'])
  })
})

describe('a command that failed', () => {
  test.each([
    [{ exitCode: 1 }, 22],
    [{ signal: 'SIGSEGV' }, 22],
    [{ timedOut: true }, 22],
    [{ exitCode: 0 }, 7],
  ] as const)('keeps more of its output: %o', (end, lines) => {
    const view: ToolResultView = { card: 'terminal', output: numbered(99), ...end }
    const [, ...body] = shown(session(command('npm test'), view).done('c').card())
    expect(body.filter((row) => row.startsWith('  line'))).toHaveLength(lines)
    expect(body[2]).toBe(`  … ${99 - lines} lines hidden (--expand)`)
  })
})

describe('what the title of a result adds to that of its call', () => {
  const none: ToolResultView = {
    card: 'search',
    shape: 'matches',
    files: [],
    truncated: false,
    total: 0,
    title: 'todo; not searched: 2 too large, 3 binary, 14 hidden, 1 link or special file',
  }
  const call: ToolCallView = { card: 'generic', kind: 'search', title: 'todo' }

  test('stands below the header, which keeps what was looked for and found', () => {
    const [header, ...body] = shown(session(call, none).done('c').card())
    expect(header).toMatch(/^✓ done {2}⌕ bash {2}todo {2}no matches +0\.00s$/)
    expect(body.join(' ').replaceAll(/ +/g, ' ')).toBe(
      ' not searched: 2 too large, 3 binary, 14 hidden, 1 link or special file',
    )
  })

  test('is never left out in a program, where most calls have one row', () => {
    const program = new Session(() => ({ presentCall: () => call, presentResult: () => none }))
      .call('p', 'run_code')
      .dispatch('p', 'p:1', 'grep')
      .dispatched('p', 'p:1')
    expect(renderPlain(program.card(), { width: 90 })).toMatch(
      /grep {2}todo {2}no matches .*\n +not searched: 2/,
    )
    expect(renderMarkdown(program.card())).toMatch(/`no matches` .*\n\n {2}```text\n {2}not searched: 2/)
  })

  test('is part of the header where the result is called something else', () => {
    const other = session(call, { ...none, title: 'todos; 3 of them' })
      .done('c')
      .card()
    expect(shown(other)[0]).toContain('todos; 3 of them  no matches')
  })
})

describe('a line that the tool cut', () => {
  const text = `${'x'.repeat(2_000)} […298008 more bytes of this line]`
  const read: ToolResultView = {
    card: 'read',
    path: 'a',
    offset: 1,
    lines: [{ number: 1, text }],
    totalLines: 1,
  }
  const call: ToolCallView = { card: 'generic', kind: 'read', title: 'a' }
  const card = session(call, read).done('c').card()

  test('says what the tool left out of it, and how many characters the screen hides', () => {
    expect(shown(card).slice(1)).toEqual([
      `  1  ${'x'.repeat(41)}… +1,959 chars`,
      '     […298008 more bytes of this line]',
    ])
    expect(renderMarkdown(card)).toContain(`… +1,914 chars\n[…298008 more bytes of this line]\n`)
  })

  test('keeps the mark where it is when everything is shown', () => {
    expect(
      shown(card, true)
        .slice(1)
        .map((row) => row.slice(5))
        .join(''),
    ).toBe(text)
  })
})

describe('a call that was cancelled', () => {
  test('at its question was allowed by nobody, and is explained in plain words', () => {
    const allow = { stage: 'approval', source: 'millrace', decision: 'allow', ms: 1 } as const
    const stopped = session(command('date'))
      .ask('c', 'bash')
      .answer('c', { outcome: 'cancelled', by: 'user' })
      .trace('c', { status: 'cancelled', stages: [allow] })
      .fail('c', 'tool call aborted before dispatch', 'ABORTED_BEFORE_DISPATCH')
    expect(shown(stopped.card())).toEqual([
      expect.stringMatching(/^⊝ cancelled {2}❯ bash {2}\$ date +0\.00s$/),
      '  cancelled before it ran',
    ])
  })

  test('while it ran keeps the last five lines of its output', () => {
    const message = `tool call aborted; the last output was:\n${numbered(16)}`
    const [, ...body] = shown(session(command('make')).fail('c', message, 'ABORTED').card())
    expect(body).toEqual([
      '  cancelled while it ran; the last output was:',
      '  … 11 lines hidden (--expand)',
      ...[12, 13, 14, 15, 16].map((line) => `  line ${line}`),
    ])
  })
})

describe('a call that nobody allowed', () => {
  test.each([
    ['rejected', 'user', 'the user rejected tool "bash"', 'by you'],
    [
      'unavailable',
      'cli',
      'tool "bash" requires approval, but no approval channel is available',
      'nobody to ask',
    ],
  ] as const)('%s: says it once', (outcome, by, message, who) => {
    const denied = session(command('date')).ask('c', 'bash').answer('c', { outcome, by }).fail('c', message)
    expect(shown(denied.card())).toEqual([expect.stringMatching(new RegExp(`^⊘ denied .* ${who} `))])
  })
})
