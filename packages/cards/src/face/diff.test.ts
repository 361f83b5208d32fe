import type { DiffCallView, FileDiff } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../../tests/session.ts'
import { renderAnsi, renderMarkdown, renderPlain, type RenderOptions } from '../index.ts'

function card(diffs: FileDiff[], locations?: DiffCallView['locations']): ReturnType<Session['card']> {
  const view: DiffCallView = { card: 'diff', title: 'x', diffs, ...(locations && { locations }) }
  return new Session(() => ({ presentCall: () => view })).call('c', 'edit').card()
}

function drawn(diffs: FileDiff[], options: Partial<RenderOptions> = {}): string[] {
  return renderPlain(card(diffs), { width: 60, ...options }).split('\n')
}

const hunk = (line: number, oldText: string, newText: string, path = 'a.ts'): FileDiff => ({
  path,
  oldText,
  newText,
  line,
})

describe('the hunks of a file', () => {
  test('stand below its name once, each with its own numbers, and with what is between them', () => {
    const hunks = [hunk(9, 'a\nb\n', 'a\nx\ny\n'), hunk(40, 'c\nd\n', 'c\n'), hunk(41, 'e\n', 'f\n')]
    const lines = drawn(hunks)
    expect(lines[0]).toMatch(/\+3 -3$/)
    expect(lines.slice(1)).toEqual([
      '  a.ts',
      '   9   a',
      '  10 - b',
      '  10 + x',
      '  11 + y',
      '  … 28 unchanged lines',
      '  40   c',
      '  40 - d',
      '  41 - e',
      '  41 + f',
    ])
  })

  test('without places have no numbers, and nobody says how many lines are between them', () => {
    const view = ['a', 'b'].map((text) => ({ path: 'a.ts', oldText: text, newText: `${text}!` }))
    expect(drawn(view).slice(1)).toEqual(['  a.ts', '  - a', '  + a!', '  …', '  - b', '  + b!'])
    const place = [{ path: 'a.ts', line: 7 }]
    expect(renderPlain(card(view, place), { width: 60 })).not.toContain('7 ')
  })

  test('of several files are grouped by file, and the files counted', () => {
    const hunks = [hunk(1, 'a', 'b', 'one'), hunk(1, 'a', 'b', 'two'), hunk(9, 'a', 'b', 'one')]
    const lines = drawn(hunks)
    expect(lines[0]).toContain('+3 -3  2 files')
    expect(lines.filter((line) => /^ {2}(one|two)$/.test(line))).toEqual(['  one', '  two'])
  })

  test('are folded with the count of the lines that are there to be shown', () => {
    const long = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('')
    const hunks = [hunk(1, '', long), hunk(100, '', long)]
    expect(drawn(hunks)).toContain('  … 21 diff lines hidden')
    const all = drawn(hunks, { expand: true })
    expect(all).toContain('  … 79 unchanged lines')
    expect(all.filter((line) => line.includes(' + '))).toHaveLength(40)
  })

  test('never hide just one line', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('')
    expect(drawn([hunk(1, '', twenty)]).filter((line) => line.includes(' + '))).toHaveLength(20)
  })

  test('of a place that is no place of a file do no harm', () => {
    expect(drawn([hunk(0, 'a', 'b'), hunk(0, 'c', 'd')])).toContain('  0 - a')
  })
})

describe('what is hard to see in a text', () => {
  test('a byte order mark that came', () => {
    expect(drawn([hunk(1, 'a\n', '\ufeffa\n')]).slice(2)).toEqual(['  1 - a', String.raw`  1 + \u{feff}a`])
  })

  test('line ends that changed, but not those that did not', () => {
    expect(drawn([hunk(1, 'a\r\n', 'a\n')]).slice(2)).toEqual([String.raw`  1 - a\r`, '  1 + a'])
    expect(drawn([hunk(1, 'a\r\nb\r\n', 'a\r\nc\r\n')]).slice(2)).toEqual(['  1   a', '  2 - b', '  2 + c'])
  })

  test('a last line break that went', () => {
    expect(drawn([hunk(9, 'a\n', 'a')]).slice(2)).toEqual([
      '  9 - a',
      '  9 + a',
      String.raw`    \ no line break at the end of the file`,
    ])
    expect(renderMarkdown(card([hunk(9, 'a\n', 'a')]))).toContain(
      '@@ -9,1 +9,1 @@\n  -a\n  +a\n  \\ no line break at the end of the file\n',
    )
  })

  test('an empty new file', () => {
    expect(drawn([{ path: 'a', oldText: null, newText: '' }]).slice(1)).toEqual([
      '  a  (new file)',
      '  empty',
    ])
  })
})

describe('the part of a line that changed', () => {
  const ansi = (oldText: string, newText: string): string =>
    renderAnsi(card([hunk(1, oldText, newText)]), { width: 60 })

  test('is emphasised on both sides', () => {
    const shown = ansi('await sleep(100)\n', 'await sleep(2 * 100)\n')
    expect(shown).toContain(
      '\u001b[32mawait sleep(\u001b[39m\u001b[4;32m2 * \u001b[24;39m\u001b[32m100)\u001b[39m',
    )
    expect(shown).toContain('\u001b[31mawait sleep(100)\u001b[39m')
    expect(ansi('const max = 3\n', 'const max = 5\n')).toContain('\u001b[4;31m3\u001b[24;39m')
  })

  test('is not where the lines have little in common, and never half a character', () => {
    expect(ansi('return a\n', 'if (b) throw c\n')).not.toContain('[4;')
    expect(ansi('aaaaa😀\n', 'aaaaa😁\n')).toContain('\u001b[4;32m😁\u001b[24;39m')
  })
})

test('files are named as a person would name them from where they stand', () => {
  const paths = ['/work/src/a.ts', '/home/ada/b.ts', '/work/../etc/passwd', '/workshop/c.ts']
  const shown = drawn(
    paths.map((path) => hunk(1, 'a', 'b', path)),
    { cwd: '/work', home: '/home/ada/' },
  )
  for (const name of ['src/a.ts', '~/b.ts', '/work/../etc/passwd', '/workshop/c.ts'])
    expect(shown).toContain(`  ${name}`)
})
