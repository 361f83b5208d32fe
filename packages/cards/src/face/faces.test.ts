import type { ToolCallView, ToolResultView } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { Session } from '../../tests/session.ts'
import { renderPlain, type RenderOptions } from '../index.ts'

function drawn(view: ToolResultView, options: Partial<RenderOptions> = {}): string[] {
  const session = new Session(() => ({ presentResult: () => view })).call('c', 'tool').done('c')
  return renderPlain(session.card(), { width: 60, ...options }).split('\n')
}

const numbered = (to: number): string[] => Array.from({ length: to }, (_, index) => `line ${index + 1}`)

describe('terminal', () => {
  const view: ToolResultView = { card: 'terminal', output: numbered(48).join('\n'), exitCode: 0 }

  test('shows both ends of the output and counts the rest', () => {
    expect(drawn(view, { expandHint: '--expand' }).slice(1)).toEqual([
      '  line 1',
      '  line 2',
      '  … 41 lines hidden (--expand)',
      ...numbered(48)
        .slice(-5)
        .map((line) => `  ${line}`),
    ])
  })

  test('shows all when asked to, and never hides a single line', () => {
    expect(drawn(view, { expand: true })).toHaveLength(49)
    expect(drawn({ ...view, output: numbered(8).join('\n') })).toHaveLength(9)
  })

  test('says how many characters of a long line it hides, and breaks the line when everything is shown', () => {
    const long = { ...view, output: 'x'.repeat(200) }
    expect(drawn(long)[1]).toBe(`  ${'x'.repeat(46)}… +154 chars`)
    expect(
      drawn(long, { expand: true })
        .slice(1)
        .map((line) => line.trim())
        .join(''),
    ).toBe('x'.repeat(200))
  })
})

describe('generic', () => {
  const text = (content: string): ToolResultView => ({
    card: 'generic',
    content: [{ type: 'text', text: content }],
  })

  test('says of what is no text what it is, and where', () => {
    const view: ToolResultView = {
      card: 'generic',
      content: [
        { type: 'image', data: 'AAAA'.repeat(1_000), mimeType: 'image/png' },
        { type: 'audio', data: 'AAA=', mimeType: 'audio/wav' },
        { type: 'resource_link', name: 'Text 1', uri: 'demo://text/1' },
        { type: 'resource', resource: { uri: 'demo://a', mimeType: 'text/plain', text: 'line 1' } },
        { type: 'resource', resource: { uri: 'demo://b', blob: 'AA==' } },
      ],
    }
    expect(drawn(view).slice(1)).toEqual([
      '  [image: image/png, 3 KB]',
      '  [audio: audio/wav, 2 B]',
      '  [link: Text 1, demo://text/1]',
      '  [resource: demo://a, text/plain]',
      '  line 1',
      '  [resource: demo://b, 1 B]',
    ])
  })

  test('breaks a message between words', () => {
    const message = `No tool is called "deploy". ${'Ask for one of the tools here. '.repeat(3)}`.trim()
    const rows = drawn(text(message)).slice(1)
    expect(rows.map((row) => row.trim()).join(' ')).toBe(message)
    for (const row of rows) expect(row).toMatch(/[\w.]$/)
  })

  test('gives a line of a long text three rows, and keeps both of its ends', () => {
    const rows = drawn(
      text(
        numbered(6)
          .map((line) => `${line} ${'x '.repeat(200)}end`)
          .join('\n'),
      ),
    ).slice(1)
    expect(rows.length).toBeLessThanOrEqual(24)
    expect(rows[0]).toMatch(/^ {2}line 1 x x/)
    expect(rows.join('\n').match(/end$/gm)).toHaveLength(6)
    expect(rows.join(' ').match(/…\+\d+…/g)).toHaveLength(6)
  })
})

describe('search', () => {
  const files = Array.from({ length: 8 }, (_, file) => ({
    path: `src/f${file}.ts`,
    matches: Array.from({ length: file + 1 }, (__, match) => ({
      lineNumber: match * 50 + 1,
      line: `\tTODO ${match}`,
    })),
  }))
  const view: ToolResultView = { card: 'search', shape: 'matches', files, truncated: false, total: 36 }

  test('groups matches by file, with the counts of what is folded in each and in all', () => {
    const lines = drawn(view)
    expect(lines[0]).toContain('36 matches in 8 files')
    expect(lines).toContain('  src/f4.ts  5 matches')
    expect(lines).toContain('    101      TODO 2')
    expect(lines).toContain('    … 2 matches hidden')
    expect(lines.at(-1)).toBe('  … 3 more files with 21 matches hidden')
  })

  test("tells the screen's folding from what the search left out", () => {
    const lines = drawn({ ...view, truncated: true, total: 5_321 }, { width: 80 })
    expect(lines[0]).toContain('36 of 5,321 matches in 8 files')
    expect(lines.at(-1)).toBe('  the search itself left out 5,285 matches: a narrower one shows them')
  })

  test('a total below what is listed is not believed', () => {
    expect(drawn({ ...view, total: 2 })[0]).toContain('36 matches in 8 files')
  })

  test('shows the match of a long line: by the pattern, or where grep puts it in a line that it cut', () => {
    const shown = (line: string, args: object, width = 60): string => {
      const found = [{ path: 'a', matches: [{ lineNumber: 1, line }] }]
      const one: ToolResultView = {
        card: 'search',
        shape: 'matches',
        files: found,
        truncated: false,
        total: 1,
      }
      const session = new Session(() => ({ presentResult: () => one })).call('c', 'grep', args).done('c')
      return renderPlain(session.card(), { width }).split('\n').at(-1)!
    }
    const long = `${'x'.repeat(200)}Needle7${'x'.repeat(190)}`
    for (const pattern of ['Needle7', 'needle7', 'Needle\\d', '(a|Need)le', '[N]eedle\\d+$']) {
      expect(shown(long, { pattern })).toMatch(/^ {4}1 {2}\+\d+ …x+Needle7x+… \+\d+$/)
    }
    const cut = `…${'x'.repeat(80)}4711${'x'.repeat(314)}…`
    expect(shown(cut, { pattern: '\\d{4}' })).toContain('4711')
    expect(shown(cut, { pattern: '\\d{4}' }, 40)).toContain('4711')
    expect(shown('x'.repeat(99), { pattern: '\\w{5}' })).toMatch(/^ {4}1 {2}x+… \+57 chars$/)
    expect(shown('short needle', { pattern: 'needle' })).toBe('    1  short needle')
  })

  test('tells lines around a match apart, and counts only matches', () => {
    const at = (lineNumber: number): object => ({
      lineNumber,
      line: `line ${lineNumber}`,
      ...(lineNumber % 10 === 5 ? {} : { context: true }),
    })
    const around = (from: number, to: number): ToolResultView => {
      const matches = Array.from({ length: to - from + 1 }, (_, index) => at(from + index))
      return { ...view, files: [{ path: 'a', matches }], total: 1 } as ToolResultView
    }
    expect(drawn(around(4, 6))).toEqual([
      expect.stringContaining('1 match in 1 file'),
      '  a  1 match',
      '    4- line 4',
      '    5  line 5',
      '    6- line 6',
    ])
    const folded = drawn(around(1, 60))
    expect(folded.slice(1, 4)).toEqual(['  a  6 matches', '     3- line 3', '     4- line 4'])
    expect(folded.at(-1)).toBe('    … 3 matches and 42 lines around matches hidden')
    expect(drawn(around(1, 60), { expand: true })).toHaveLength(62)
    expect(drawn(around(2, 7))).toHaveLength(8)
  })

  test('expanded, every match is there', () => {
    expect(drawn(view, { expand: true }).filter((line) => line.includes('TODO'))).toHaveLength(36)
  })

  test('paths, and nothing found', () => {
    const paths = numbered(20)
    const lines = drawn(
      { card: 'search', shape: 'paths', paths, truncated: true, total: 1_000 },
      { width: 80 },
    )
    expect(lines[0]).toContain('20 of 1,000 paths')
    expect(lines).toContain('  … 7 lines hidden'.replace('lines', 'paths'))
    expect(drawn({ card: 'search', shape: 'paths', paths: [], truncated: false, total: 0 })[0]).toContain(
      'no paths',
    )
    const none = drawn({ card: 'search', shape: 'matches', files: [], truncated: false, total: 0 })
    expect(none).toEqual([expect.stringContaining('no matches')])
  })
})

describe('read', () => {
  const window = (from: number, to: number, totalLines: number): ToolResultView => ({
    card: 'read',
    path: 'a.ts',
    offset: from,
    lines: numbered(to)
      .map((text, index) => ({ number: index + 1, text }))
      .slice(from - 1),
    totalLines,
  })

  test('numbers the lines and says which of how many they are', () => {
    const lines = drawn(window(9, 11, 1_234))
    expect(lines[0]).toContain('lines 9-11 of 1,234')
    expect(lines.slice(1)).toEqual(['   9  line 9', '  10  line 10', '  11  line 11'])
  })

  test('folds with a count', () => {
    expect(drawn(window(1, 18, 18))).toContain('  … 7 lines hidden')
    expect(drawn(window(1, 18, 18), { expand: true })).toHaveLength(19)
  })

  test.each([
    [window(5, 5, 9), 'line 5 of 9'],
    [window(1, 0, 0), 'empty'],
    [window(20, 18, 18), 'no lines from 20 on, of 18'],
  ])('one line, none, and past the end', (view, fact) => {
    expect(drawn(view)).toEqual(expect.arrayContaining([expect.stringContaining(fact)]))
  })
})

describe('web', () => {
  const source = (url: string): ToolResultView => ({
    card: 'web',
    kind: 'search',
    sources: [{ url, title: 'T', snippet: 'why' }],
    truncated: true,
    answer: 'A',
  })

  test('shows http and https addresses as a browser reads them, and no others', () => {
    expect(drawn(source('https://ex\u0430mple.com/a'))).toContain('    https://xn--exmple-4nf.com/a')
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not an address']) {
      const shown = drawn(source(url)).join('\n')
      expect(shown).toContain('a link that is not http or https was left out')
      expect(shown).not.toContain(url)
    }
  })

  test('counts the sources and keeps snippets for the expanded form', () => {
    expect(drawn(source('https://a.test'))[0]).toContain('1 source')
    expect(drawn(source('https://a.test')).join('\n')).not.toContain('why')
    expect(drawn(source('https://a.test'), { expand: true }).join('\n')).toContain('why')
  })

  test('a fetched page', () => {
    const lines = drawn({
      card: 'web',
      kind: 'fetch',
      url: 'http://a.test/',
      statusCode: 404,
      truncated: true,
    })
    expect(lines[0]).toContain('status 404')
    expect(lines.slice(1)).toEqual(['  http://a.test/', '  the page was longer than what was kept of it'])
  })
})

describe('diff', () => {
  const oldText = 'const max = 3\nawait sleep(100)\n'
  const newText = 'const max = 3\nawait sleep(100 * 2 ** n)\nif (n > max) throw last\n'
  const diffs = [{ path: 'src/retry.ts', oldText, newText }]

  const pending = (view: ToolCallView): string[] =>
    renderPlain(new Session(() => ({ presentCall: () => view })).call('c', 'edit').card(), {
      width: 60,
    }).split('\n')

  test('shows what would change, with numbers where the place is known', () => {
    const lines = pending({
      card: 'diff',
      title: 'src/retry.ts',
      diffs,
      locations: [{ path: 'src/retry.ts', line: 11 }],
    })
    expect(lines[0]).toContain('+2 -1')
    expect(lines.slice(1)).toEqual([
      '  src/retry.ts',
      '  11   const max = 3',
      '  12 - await sleep(100)',
      '  12 + await sleep(100 * 2 ** n)',
      '  13 + if (n > max) throw last',
    ])
  })

  test('shows what did change, without inventing numbers', () => {
    expect(drawn({ card: 'diff', diffs }).slice(2, 4)).toEqual(['    const max = 3', '  - await sleep(100)'])
  })

  test('leaves out what is far from a change, and counts it', () => {
    const before = numbered(100)
    const after = before.with(49, 'changed').join('\n')
    const lines = drawn({ card: 'diff', diffs: [{ path: 'a', oldText: before.join('\n'), newText: after }] })
    expect(lines).toContain('  … 47 unchanged lines hidden')
    expect(lines).toContain('  … 48 unchanged lines hidden')
    expect(lines).toContain('  + changed')
  })

  test('folds a long one and counts its lines', () => {
    const lines = drawn({
      card: 'diff',
      diffs: [{ path: 'a', oldText: null, newText: numbered(100).join('\n') }],
    })
    expect(lines[0]).toContain('+100 -0')
    expect(lines).toContain('  a  (new file)')
    expect(lines).toContain('  … 81 diff lines hidden')
    expect(lines).toContain('  100 + line 100')
  })

  test('says so where nothing changed, and shows a last line break that came or went', () => {
    expect(drawn({ card: 'diff', diffs: [{ path: 'a', oldText: 'x', newText: 'x' }] })).toContain(
      '  nothing changed',
    )
    expect(drawn({ card: 'diff', diffs: [{ path: 'a', oldText: 'x', newText: 'x\n' }] }).slice(1)).toEqual([
      '  a',
      '  - x',
      '  \\ no line break at the end of the file',
      '  + x',
    ])
  })

  test('a changed carriage return is seen', () => {
    expect(drawn({ card: 'diff', diffs: [{ path: 'a', oldText: 'x\r\n', newText: 'x\n' }] })).toContain(
      String.raw`  - x\r`,
    )
  })
})
