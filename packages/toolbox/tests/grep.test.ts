import { symlink } from 'node:fs/promises'
import type { JsonValue } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { guardedTools } from './support/calls.ts'
import { searchingBy, searchPaths } from './support/search-paths.ts'

interface Value {
  files: { path: string; count: number; matches: { lineNumber: number; line: string }[] }[]
  total: number
}

describe.each(searchPaths)('grep by %s', (by) => {
  const { workspace, call } = searchingBy(by)

  async function found(args: JsonValue): Promise<string[]> {
    const { files } = (await call('grep', args)).value as unknown as Value
    return files.flatMap(({ path, matches }) =>
      matches.map(({ lineNumber, line }) => `${path}:${lineNumber}:${line}`),
    )
  }

  test('lists matching lines by file, with counts and a search card', async () => {
    await workspace.put({
      'b.ts': 'x\nTODO one\n',
      'a/c.ts': 'TODO two\r\nTODO three\n',
      'd.ts': 'nothing\n',
    })
    const { value, text, callView, resultView } = await call('grep', { pattern: 'TODO' })
    expect(value).toEqual({
      pattern: 'TODO',
      path: '.',
      files: [
        {
          path: 'a/c.ts',
          count: 2,
          matches: [
            { lineNumber: 1, line: 'TODO two' },
            { lineNumber: 2, line: 'TODO three' },
          ],
        },
        { path: 'b.ts', count: 1, matches: [{ lineNumber: 2, line: 'TODO one' }] },
      ],
      total: 3,
      totalFiles: 2,
      searched: 3,
      truncated: false,
      skipped: { ignored: 0, hidden: 0, binary: 0, tooLarge: 0, special: 0, unreadable: 0 },
    })
    expect(text).toBe(
      'a/c.ts\n1: TODO two\n2: TODO three\n\nb.ts\n2: TODO one\n\n[3 matching lines in 2 files; 3 files searched in .]',
    )
    expect(callView).toEqual({ card: 'generic', kind: 'search', title: 'TODO' })
    expect(resultView).toMatchObject({ card: 'search', shape: 'matches', truncated: false, total: 3 })
    expect(resultView).toHaveProperty('files', [
      {
        path: 'a/c.ts',
        matches: [
          { lineNumber: 1, line: 'TODO two' },
          { lineNumber: 2, line: 'TODO three' },
        ],
      },
      { path: 'b.ts', matches: [{ lineNumber: 2, line: 'TODO one' }] },
    ])
  })

  test('narrows by folder, file and include', async () => {
    await workspace.put({ 'src/a.ts': 'X', 'src/a.test.ts': 'X', 'src/b/c.js': 'X', 'd.ts': 'X' })
    expect(await found({ pattern: 'X', path: 'src' })).toEqual([
      'src/a.test.ts:1:X',
      'src/a.ts:1:X',
      'src/b/c.js:1:X',
    ])
    expect(await found({ pattern: 'X', include: '*.ts' })).toEqual([
      'd.ts:1:X',
      'src/a.test.ts:1:X',
      'src/a.ts:1:X',
    ])
    expect(await found({ pattern: 'X', include: '!*.test.ts', path: 'src' })).toEqual([
      'src/a.ts:1:X',
      'src/b/c.js:1:X',
    ])
    expect(await found({ pattern: 'X', include: 'b/*', path: 'src' })).toEqual(['src/b/c.js:1:X'])
    expect(await found({ pattern: 'X', path: workspace.at('d.ts') })).toEqual(['d.ts:1:X'])
    const { callView } = await call('grep', { pattern: 'X', path: 'src', include: '*.ts' })
    expect(callView).toMatchObject({ title: 'X in src, files *.ts', locations: [{ path: 'src' }] })
    expect((await call('grep', { pattern: 'X', include: 'd*' })).callView).toMatchObject({
      title: 'X in files d*',
    })
  })

  test('ignores case and takes text literally where it is asked to', async () => {
    await workspace.put({ 'a.txt': 'a.b\naxb\nA.B\n' })
    expect(await found({ pattern: 'a.b' })).toHaveLength(2)
    expect(await found({ pattern: 'a.b', ignoreCase: true })).toHaveLength(3)
    expect(await found({ pattern: 'a.b', literal: true })).toEqual(['a.txt:1:a.b'])
    expect(await found({ pattern: 'A.b', literal: true, ignoreCase: true })).toHaveLength(2)
  })

  test('shows lines of context once, and where lines are left out', async () => {
    await workspace.put({ 'a.txt': ['1', '2 X', '3', '4 X', '5', '6', '7', '8 X'].join('\n') })
    const { text, value, resultView } = await call('grep', { pattern: 'X', context: 1 })
    expect(text.split('\n').slice(0, -1)).toEqual([
      'a.txt',
      '1- 1',
      '2: 2 X',
      '3- 3',
      '4: 4 X',
      '5- 5',
      '--',
      '7- 7',
      '8: 8 X',
      '',
    ])
    expect(value).toMatchObject({
      files: [{ context: [{ lineNumber: 1 }, { lineNumber: 3 }, { lineNumber: 5 }, { lineNumber: 7 }] }],
    })
    expect(resultView).toEqual({
      card: 'search',
      shape: 'matches',
      truncated: false,
      total: 3,
      files: [
        {
          path: 'a.txt',
          matches: [
            { lineNumber: 1, line: '1', context: true },
            { lineNumber: 2, line: '2 X' },
            { lineNumber: 3, line: '3', context: true },
            { lineNumber: 4, line: '4 X' },
            { lineNumber: 5, line: '5', context: true },
            { lineNumber: 7, line: '7', context: true },
            { lineNumber: 8, line: '8 X' },
          ],
        },
      ],
    })
  })

  test('searches files larger than a chunk, with the right numbers and context', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index + 1} ${'x'.repeat(50)}`)
    lines[44_999] = 'NEEDLE'
    await workspace.put({ 'large.txt': lines.join('\n') })
    expect((await call('grep', { pattern: 'NEEDLE', context: 2 })).value).toMatchObject({
      total: 1,
      files: [
        {
          matches: [{ lineNumber: 45_000, line: 'NEEDLE' }],
          context: [
            { lineNumber: 44_998 },
            { lineNumber: 44_999 },
            { lineNumber: 45_001 },
            { lineNumber: 45_002 },
          ],
        },
      ],
    })
    expect((await call('grep', { pattern: '^line \\d+ x', maxResults: 1 })).value).toMatchObject({
      total: 59_999,
      truncated: true,
    })
  })

  verifies(['fault:B099'], 'a search that did not look is told from one that did not find', async () => {
    await workspace.put({
      '.gitignore': 'gen/\n',
      'gen/out.txt': 'NEEDLE',
      '.dot/in.txt': 'NEEDLE',
      'a.txt': 'x',
    })
    const root = await call('grep', { pattern: 'NEEDLE' })
    expect(root.value).toMatchObject({ total: 0, searched: 1, skipped: { ignored: 1, hidden: 2 } })
    expect(root.text).toBe(
      '[no line matches "NEEDLE"; 1 file searched in .]\n[skipped: 1 ignored, 2 hidden; a folder counts once]',
    )
    expect(root.resultView).toMatchObject({ title: 'NEEDLE; not searched: 1 ignored, 2 hidden' })
    expect((await call('grep', { pattern: 'x' })).resultView).not.toHaveProperty('title')
    const folder = await call('grep', { pattern: 'NEEDLE', path: 'gen' })
    expect(folder.value).toMatchObject({ total: 1, startIgnored: true })
    const empty = await call('grep', { pattern: 'nothing', path: 'gen' })
    expect(empty.text).toContain('gen is hidden by ignore rules and was searched because it was named')
    expect(await found({ pattern: 'NEEDLE', path: 'gen/out.txt' })).toEqual(['gen/out.txt:1:NEEDLE'])
    expect(await found({ pattern: 'NEEDLE', path: '.dot' })).toEqual(['.dot/in.txt:1:NEEDLE'])
    expect(await found({ pattern: 'NEEDLE', path: '.dot/in.txt' })).toEqual(['.dot/in.txt:1:NEEDLE'])
    expect(await found({ pattern: 'NEEDLE', include: '.dot/**' })).toEqual(['.dot/in.txt:1:NEEDLE'])
    const { description } = guardedTools(workspace.files).get('grep') ?? {}
    expect(description).toMatch(/Skipped and counted: .*ignore.*hidden.*binary/)
  })

  verifies(['fault:B031'], 'a list as long as the cap is told from one that was cut', async () => {
    for (const [count, truncated] of [
      [199, false],
      [200, false],
      [201, true],
    ] as const) {
      await workspace.put({ 'a.txt': 'X\n'.repeat(100), 'b.txt': 'X\n'.repeat(count - 100) })
      const { value, text, resultView } = await call('grep', { pattern: 'X' })
      expect(value).toMatchObject({ total: count, truncated })
      expect(resultView).toMatchObject({ total: count, truncated })
      expect(await found({ pattern: 'X' })).toHaveLength(Math.min(count, 200))
      expect(text.includes('200 are listed')).toBe(truncated)
    }
    expect((await call('grep', { pattern: 'X', maxResults: 201 })).value).toMatchObject({ truncated: false })
  })

  test('bounds what is listed in all, and counts the rest', async () => {
    await workspace.put({ 'a.txt': `${'X'.repeat(390)}\n`.repeat(2000) })
    const { value, text } = await call('grep', { pattern: 'X', maxResults: 2000 })
    expect(value).toMatchObject({ total: 2000, truncated: true })
    expect(text.length).toBeLessThan(110_000)
  })

  verifies(
    ['fault:B107', 'fault:B026'],
    'a match far into a long line is shown, marked and counted right',
    async () => {
      await workspace.put({ 'a.txt': `${'é'.repeat(100_000)}NEEDLE${'😀'.repeat(400_000)}\nNEEDLE\n` })
      const { value, text } = await call('grep', { pattern: 'NEEDLE' })
      const [file] = (value as unknown as Value).files
      expect(value).toMatchObject({ total: 2 })
      expect(file?.matches[0]).toMatchObject({ lineNumber: 1, cut: true })
      expect(file?.matches[0]?.line).toMatch(/^…é+NEEDLE(😀)+…$/u)
      expect(file?.matches[0]?.line.length).toBeLessThanOrEqual(400)
      expect(text.isWellFormed()).toBe(true)
      expect(file?.matches[1]).toEqual({ lineNumber: 2, line: 'NEEDLE' })
    },
  )

  test('skips binary and very large files in a walk and counts them; UTF-16 with a mark is text', async () => {
    await workspace.put({
      'a.bin': 'NEEDLE\0',
      'utf16.txt': Buffer.from('\ufeffNEEDLE é\nx', 'utf16le'),
      'marked.txt': '\ufeffNEEDLE',
      'large.txt': Buffer.concat([Buffer.alloc(20_971_520, 'x\n'), Buffer.from('NEEDLE')]),
    })
    const { value, resultView } = await call('grep', { pattern: '^NEEDLE' })
    expect(value).toMatchObject({ total: 2, skipped: { binary: 1, tooLarge: 1 } })
    expect(resultView).toMatchObject({ title: '^NEEDLE; not searched: 1 too large, 1 binary' })
    expect(await found({ pattern: '^NEEDLE' })).toEqual(['marked.txt:1:NEEDLE', 'utf16.txt:1:NEEDLE é'])
    expect(await found({ pattern: '^NEEDLE', path: 'large.txt' })).toEqual(['large.txt:10485761:NEEDLE'])
    const named = await call('grep', { pattern: 'NEEDLE', path: 'a.bin' })
    expect(named.value).toMatchObject({ searched: 0, skipped: { binary: 1 } })
    expect(named.resultView).toMatchObject({ title: 'NEEDLE in a.bin; not searched: 1 binary' })
  })

  test('does not follow links, but searches one that is named', async () => {
    await workspace.put({ 'a.txt': 'X' })
    await symlink('a.txt', workspace.at('link'))
    await symlink('/etc/hostname', workspace.at('out'))
    const { value, text } = await call('grep', { pattern: 'X' })
    expect(value).toMatchObject({ total: 1, skipped: { special: 2 } })
    expect(text).toContain('[skipped: 2 links or special files;')
    expect(await found({ pattern: 'X', path: 'link' })).toEqual(['link:1:X'])
    const { code, text: refusal } = await call('grep', { pattern: '.', path: 'out' })
    expect(code).toBe('FS_OUTSIDE_ROOT')
    expect(refusal).toContain('"out" leads outside the workspace; give a path inside it')
  })

  test('names what was perhaps meant', async () => {
    await workspace.put({ 'source/a.txt': 'X' })
    const { code, text } = await call('grep', { pattern: 'X', path: 'sorce' })
    expect(code).toBe('FS_NOT_FOUND')
    expect(text).toContain('did you mean "source"?')
  })
})
