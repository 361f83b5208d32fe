import { symlink, utimes } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import { globTool } from '../src/glob/tool.ts'
import { callsOn, guardedTools } from './support/calls.ts'
import { createTools } from '@millrace/tools'
import { longestPause } from './support/heartbeat.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { wrapFolders } from './support/workspace.ts'

const { workspace, call } = inWorkspace()

async function paths(args: JsonValue): Promise<unknown> {
  const { value } = await call('glob', args)
  return (value as { paths: string[] }).paths
}

const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${String(index).padStart(4, '0')}.txt`, '']),
  )

describe('glob', () => {
  test('lists matching files by path, with the total and a search card', async () => {
    await workspace.put({ 'b.ts': '', 'src/a.ts': '', 'src/deep/c.tsx': '', 'README.md': '' })
    const { value, text, callView, resultView } = await call('glob', { pattern: '**/*.{ts,tsx}' })
    expect(value).toEqual({
      pattern: '**/*.{ts,tsx}',
      path: '.',
      paths: ['b.ts', 'src/a.ts', 'src/deep/c.tsx'],
      total: 3,
      truncated: false,
      skipped: { ignored: 0, hidden: 0, special: 0, unreadable: 0 },
    })
    expect(text).toBe('b.ts\nsrc/a.ts\nsrc/deep/c.tsx')
    expect(callView).toEqual({ card: 'generic', kind: 'search', title: '**/*.{ts,tsx}' })
    expect(resultView).toEqual({
      card: 'search',
      shape: 'paths',
      paths: ['b.ts', 'src/a.ts', 'src/deep/c.tsx'],
      truncated: false,
      total: 3,
    })
  })

  test('a pattern is relative to the folder, or absolute inside the workspace', async () => {
    await workspace.put({ 'src/a.ts': '', 'src/b/c.ts': '', 'd.ts': '' })
    expect(await paths({ pattern: '*.ts', path: 'src' })).toEqual(['src/a.ts'])
    expect(await paths({ pattern: `${workspace.at('src')}/**/*.ts` })).toEqual(['src/a.ts', 'src/b/c.ts'])
    expect(await paths({ pattern: 'src/b/' })).toEqual(['src/b/c.ts'])
    const { callView } = await call('glob', { pattern: '*.ts', path: 'src' })
    expect(callView).toMatchObject({ title: '*.ts in src', locations: [{ path: 'src' }] })
  })

  test('refuses an absolute pattern together with a path, which it would have to drop', async () => {
    const { code, text } = await call('glob', { pattern: `${workspace.at('src')}/*.ts`, path: 'lib' })
    expect(code).toBe('INVALID_ARGS')
    expect(text).toContain('"path" must be left out where "pattern" is absolute')
  })

  test('says that a pattern without a slash looks at one folder alone', async () => {
    await workspace.put({ 'src/a.ts': '' })
    const { text, resultView } = await call('glob', { pattern: '*.ts' })
    expect(text).toBe('[no files match "*.ts" directly in .; "**/*.ts" looks at any depth]')
    expect(resultView).toMatchObject({
      title: '*.ts; "**/*.ts" looks at any depth; folders are not listed',
      total: 0,
    })
    const deep = await call('glob', { pattern: 'lib/**/*.ts', path: '.' })
    expect(deep.text).toBe('[no files match "lib/**/*.ts" in .]')
    expect(deep.resultView).toMatchObject({ title: 'lib/**/*.ts in .; folders are not listed' })
  })

  test('does not say so of a pattern that looks everywhere already', async () => {
    expect((await call('glob', { pattern: '**' })).text).toBe('[no files match "**" in .]')
    expect((await call('glob', { pattern: '!*.ts' })).text).toBe('[no files match "!*.ts" in .]')
  })

  verifies(['fault:B099'], 'counts what it leaves out, and finds what is named', async () => {
    await workspace.put({
      '.gitignore': 'gen/\n',
      'gen/out.ts': '',
      '.hidden/x.ts': '',
      'a.ts': '',
      '.git/config.ts': '',
    })
    const { value, text, resultView } = await call('glob', { pattern: '**/*.ts' })
    expect(value).toMatchObject({ paths: ['a.ts'], skipped: { ignored: 1, hidden: 1 } })
    expect(resultView).not.toHaveProperty('title')
    expect((await call('glob', { pattern: '**/out.ts' })).resultView).toMatchObject({
      title: '**/out.ts; folders are not listed; not searched: 1 ignored, 1 hidden',
    })
    expect(text).toContain('[skipped: 1 ignored, 1 hidden; a folder counts once]')
    expect(await paths({ pattern: '.hidden/**' })).toEqual(['.hidden/x.ts'])
    const named = await call('glob', { pattern: '*.ts', path: 'gen' })
    expect(named.value).toMatchObject({ paths: ['gen/out.ts'], startIgnored: true })
    expect(named.text).toContain('gen is hidden by ignore rules and was searched because it was named')
    expect((await call('glob', { pattern: 'gen/*.ts' })).value).toMatchObject({
      startIgnored: true,
      total: 1,
    })
  })

  verifies(['fault:B031'], 'a list as long as the cap is told from one that was cut', async () => {
    for (const [count, truncated] of [
      [499, false],
      [500, false],
      [501, true],
    ] as const) {
      await workspace.put(numbered(count))
      const { value, text, resultView } = await call('glob', { pattern: '*.txt' })
      expect(value).toMatchObject({ total: count, truncated })
      expect(resultView).toMatchObject({ total: count, truncated })
      expect((value as { paths: string[] }).paths).toHaveLength(Math.min(count, 500))
      expect(text.includes('500 of 501 files are listed')).toBe(truncated)
    }
    expect((await call('glob', { pattern: '*.txt', maxResults: 501 })).value).toMatchObject({
      truncated: false,
    })
  })

  test('sorts by the last change where it is asked to', async () => {
    await workspace.put({ 'a.txt': '', 'b.txt': '', 'c.txt': '' })
    await utimes(workspace.at('a.txt'), 2000, 2000)
    await utimes(workspace.at('b.txt'), 3000, 3000)
    await utimes(workspace.at('c.txt'), 1000, 1000)
    expect(await paths({ pattern: '*', sort: 'newest' })).toEqual(['b.txt', 'a.txt', 'c.txt'])
    expect(await paths({ pattern: '*', sort: 'newest', maxResults: 1 })).toEqual(['b.txt'])
  })

  verifies(['fault:B101'], 'a pattern that cannot be read is an error with its reason', async () => {
    for (const [pattern, reason] of [
      ['[', 'no closing "]"'],
      ['{a', 'no closing "}"'],
      ['../*', 'put the folder into "path"'],
      ['!(a)', 'extended glob'],
      ['', 'empty'],
    ] as const) {
      const { code, text } = await call('glob', { pattern })
      expect(code).toBe('SEARCH_INVALID_PATTERN')
      expect(text).toContain(reason)
    }
  })

  verifies(['fault:B103'], 'a pattern that begins with dashes is a pattern', async () => {
    await workspace.put({ '-tjs': '', '--help': '', 'a.js': '' })
    expect(await paths({ pattern: '-tjs' })).toEqual(['-tjs'])
    expect(await paths({ pattern: '--*' })).toEqual(['--help'])
    expect((await call('glob', { pattern: '*', path: '-x' })).code).toBe('FS_NOT_FOUND')
  })

  verifies(
    ['fault:B105', 'security:J4'],
    'a hostile pattern and hostile ignore rules do not hold the host up',
    async () => {
      const long = (letter: string): string => 'a'.repeat(200) + letter
      await workspace.put({
        '.gitignore': Array.from({ length: 200 }, () => '*a*a*a*a*a*b').join('\n'),
        ...Object.fromEntries(['x', 'y', 'z'].map((letter) => [`deep/${long(letter)}`, ''])),
      })
      const pause = await longestPause(200, async () => {
        for (const pattern of ['**/*a*a*a*a*b', `**/${'*a'.repeat(60)}b`, '{*a,a*}{*a,a*}{*a,a*}{*a,a*}/*']) {
          expect((await call('glob', { pattern })).value).toMatchObject({ total: 0 })
        }
      })
      expect(pause).toBeLessThan(200)
    },
  )

  test('a folder of half a million files does not hold the host up', async () => {
    const entries = Array.from({ length: 500_000 }, (_, index) => ({
      name: `f${String(index).padStart(6, '0')}`,
      kind: 'file' as const,
    }))
    const files = wrapFolders(workspace.files, (folder) => ({ ...folder, list: async () => entries }))
    const pause = await longestPause(100, async () => {
      const { value } = await callsOn(guardedTools(files))('glob', { pattern: '*' })
      expect(value).toMatchObject({ total: 500_000, truncated: true })
    })
    expect(pause).toBeLessThan(100)
  })

  test('lists links and does not follow them', async () => {
    await workspace.put({ 'a/b.txt': '' })
    await symlink('..', workspace.at('a/loop'))
    await symlink('/etc', workspace.at('etc'))
    expect(await paths({ pattern: '**' })).toEqual(['a/b.txt', 'a/loop', 'etc'])
    expect((await call('glob', { pattern: '**', path: 'etc' })).code).toBe('FS_OUTSIDE_ROOT')
  })

  test('returns what it found when the time is used up', async () => {
    await workspace.put({ 'a/b': '' })
    const limited = callsOn(createTools({ tools: [globTool(workspace.files, { budgetMs: 0.001 })] }))
    const { value, text, resultView } = await limited('glob', { pattern: '**' })
    expect(resultView).toMatchObject({
      title: expect.stringContaining('; the time limit ended the search early'),
    })
    expect(value).toMatchObject({ incomplete: true })
    expect(text).toContain('the time limit ended the search early')
  })

  test('refuses a count that means nothing', async () => {
    for (const maxResults of [0, 10_001]) {
      expect((await call('glob', { pattern: '*', maxResults })).code).toBe('INVALID_ARGS')
    }
    expect((await call('glob', { pattern: '*', path: 'nowhere' })).code).toBe('FS_NOT_FOUND')
    await workspace.put({ 'a.txt': '' })
    expect((await call('glob', { pattern: '*', path: 'a.txt' })).code).toBe('FS_NOT_DIRECTORY')
  })

  test('tells policies which folder it reads', () => {
    const touches = (args: JsonValue): unknown => globTool(workspace.files).touches?.(args)
    expect(touches({ pattern: '*' })).toEqual({ paths: [{ path: '.', access: 'read' }] })
    expect(touches({ pattern: '*', path: 'src' })).toEqual({ paths: [{ path: 'src', access: 'read' }] })
    expect(touches({ pattern: '/etc/**/pass*' })).toEqual({ paths: [{ path: '/etc/', access: 'read' }] })
  })
})
