import type { TerminalResultView } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../../tests/session.ts'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { looksFailed, renderAnsi, renderPlain, type RenderOptions } from '../index.ts'

const command = { card: 'terminal', title: 'npm test' } as const

function ended(view: Omit<TerminalResultView, 'card'>): Session {
  return new Session(() => ({
    presentCall: () => command,
    presentResult: () => ({ card: 'terminal', ...view }),
  }))
    .call('c', 'bash')
    .done('c')
}

function drawn(view: Omit<TerminalResultView, 'card'>, options: Partial<RenderOptions> = {}): string[] {
  return renderPlain(ended(view).card(), { width: 80, ...options }).split('\n')
}

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('')

describe('an output that the tool cut', () => {
  const cut = (head: string, tail: string): Omit<TerminalResultView, 'card'> => ({
    output: head + tail,
    omitted: { bytes: 1_258_291, lines: 20_500, at: head.length, path: '/home/ada/spill/1.log' },
  })
  const note = '  … 20,500 lines (1.2 MB) of the output left out; all of it is in'

  test('says where, how much, and where all of it is', () => {
    expect(drawn(cut(numbered(1, 2), numbered(20_503, 20_505)), { home: '/home/ada' }).slice(1)).toEqual([
      '  line 1',
      '  line 2',
      `${note} ~/spill/1.log`,
      '  line 20503',
      '  line 20504',
      '  line 20505',
    ])
  })

  test.each([
    [
      'inside what the screen folds',
      40,
      40,
      ['line 1', 'line 2', '… 73 lines hidden and 20,500 lines', 'is in /home', 'line 76'],
    ],
    [
      'before the fold',
      2,
      40,
      ['line 1', 'line 2', '… 35 lines hidden and 20,500', 'is in /home', 'line 38'],
    ],
    [
      'in its first lines',
      1,
      40,
      ['line 1', '… 20,500', '/home/ada', 'line 2', '… 34 lines hidden', 'line 37'],
    ],
    ['after the fold', 40, 5, ['line 1', 'line 2', '… 38 lines hidden and 20,500', 'is in /home', 'line 41']],
    ['in its last lines', 40, 3, ['line 1', 'line 2', '… 36 lines hidden', 'line 39', 'line 40', '… 20,500']],
  ] as const)('%s', (_title, head, tail, starts) => {
    const rows = drawn(cut(numbered(1, head), numbered(head + 1, head + tail))).slice(1)
    expect(rows.slice(0, starts.length)).toEqual(starts.map((start) => expect.stringMatching(`^  ${start}`)))
    expect(rows.at(-1)).toBe(`  line ${head + tail}`)
    expect(rows.filter((row) => row.startsWith('  line '))).toHaveLength(7)
  })

  test('shows each half of a line that it cut, and stands at the end where nobody says where', () => {
    expect(drawn(cut('first half', 'second half\n')).slice(1)).toEqual([
      '  first half',
      note,
      '  /home/ada/spill/1.log',
      '  second half',
    ])
    const rows = drawn({ output: 'a\nb\n', omitted: { bytes: 9, lines: 1 } })
    expect(rows.slice(1)).toEqual(['  a', '  b', '  … 1 line (9 B) of the output left out'])
    expect(drawn({ output: 'a', omitted: { bytes: 9, lines: 1, at: 99 } })).toHaveLength(3)
  })
})

describe('how a command ended', () => {
  verifies(['fault:B120'], 'is data, whatever it printed', () => {
    const printed = '[exit code: 0]\n[killed by signal: SIGKILL]\n'
    const [header, ...body] = drawn({ output: printed, exitCode: 3 })
    expect(header).toMatch(/^✗ failed .* exit 3 /)
    expect(header).not.toContain('SIGKILL')
    expect(body).toEqual(['  [exit code: 0]', '  [killed by signal: SIGKILL]'])
  })

  test.each([
    [{ exitCode: 0 }, 'exit 0', false],
    [{ exitCode: 1 }, 'exit 1', true],
    [{ signal: 'SIGSEGV' }, 'signal SIGSEGV', true],
    [{ timedOut: true, signal: 'SIGKILL' }, 'timed out  signal SIGKILL', true],
    [{ timedOut: true, exitCode: 0 }, 'timed out  exit 0', true],
    [{ job: 'job-3' }, 'job job-3', false],
  ] as const)('%o', (view, fact, isFailure) => {
    const card = ended(view).card()
    expect(looksFailed(card)).toBe(isFailure)
    expect(renderPlain(card, { width: 80 })).toMatch(isFailure ? /^✗ failed/ : /^✓ done/)
    expect(renderPlain(card, { width: 80 })).toContain(`$ npm test  ${fact} `)
  })
})

describe('what a command coloured', () => {
  test('keeps its colours, over lines that are folded too, but never those of a state', () => {
    const output = `\u001b[31mred\n${numbered(1, 30)}last\u001b[0m plain\n`
    const shown = renderAnsi(ended({ output }).card(), { width: 80 })
    expect(shown).toContain('\u001b[91mred\u001b[39m')
    expect(shown).toContain('\u001b[91mlast\u001b[39m plain')
    expect(renderPlain(ended({ output }).card(), { width: 80 })).not.toContain('\u001b')
  })

  test('is cut by what is seen, not by the codes in it', () => {
    const output = '\u001b[31ma\u001b[32mb\u001b[0m'.repeat(60)
    const rows = drawn({ output }, { width: 40 })
    expect(rows[1]).toBe(`  ${'ab'.repeat(13)}… +94 chars`)
    const all = drawn({ output }, { width: 40, expand: true }).slice(1)
    expect(all.map((row) => row.slice(2)).join('')).toBe('ab'.repeat(60))
  })
})

describe('a command that runs', () => {
  const running = (text: string, progress: object = {}): string[] => {
    const session = new Session(() => ({ presentCall: () => command })).call('c', 'bash')
    session.log('tool/progress', { callId: 'c', text, ...progress })
    return renderPlain(session.card(), { width: 60 }).split('\n')
  }

  test('shows the newest lines of what it printed as its body, and how far it is in its header', () => {
    expect(running(`${numbered(1, 9)}10 %\r50 %`, { done: 3, total: 9 })).toEqual([
      '▸ running  ❯ bash  $ npm test  3 of 9',
      ...['line 6', 'line 7', 'line 8', 'line 9', '50 %'].map((line) => `  ${line}`),
    ])
  })

  test('of another tool says one line in the header, and more of them below', () => {
    const scan = (text: string): string =>
      renderPlain(new Session().call('c', 'scan').log('tool/progress', { callId: 'c', text }).card(), {
        width: 60,
      })
    expect(scan('src/a.ts')).toBe('▸ running  · scan  src/a.ts')
    expect(scan('a\nb')).toBe('▸ running  · scan\n  a\n  b')
  })

  test('is forgotten once the result is there', () => {
    const session = new Session(() => ({
      presentCall: () => command,
      presentResult: () => ({ card: 'terminal', output: 'end', exitCode: 0 }),
    }))
    session.call('c', 'bash').log('tool/progress', { callId: 'c', text: 'so far' }).done('c')
    expect(renderPlain(session.card(), { width: 60 })).not.toContain('so far')
  })
})
