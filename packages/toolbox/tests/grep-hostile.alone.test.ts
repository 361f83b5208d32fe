import { getEventListeners } from 'node:events'
import { createTools } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { grepTool } from '../src/grep/tool.ts'
import { callsOn, guardedTools } from './support/calls.ts'
import { longestPause } from './support/heartbeat.ts'
import { wrapFolders } from './support/workspace.ts'
import { searchingBy, searchPaths } from './support/search-paths.ts'

describe.each(searchPaths)('grep by %s', (by) => {
  const { workspace, call } = searchingBy(by)

  verifies(
    ['fault:B101'],
    'a pattern that does not compile is an error with the reason of the engine',
    async () => {
      await workspace.put({ 'a.txt': 'x' })
      for (const [pattern, reason] of [
        ['(', 'missing closing )'],
        ['a{99999}', 'invalid repeat count'],
        ['(?<=a)b', 'look-around'],
        ['\\1', 'back-references'],
        ['[z-a]', 'invalid character class range'],
        ['a\nb', 'line break'],
        ['a\\nb', 'line break'],
        ['', 'empty'],
        ['x'.repeat(10_001), 'longer than 10000'],
      ] as const) {
        const { code, text } = await call('grep', { pattern })
        expect(code).toBe('SEARCH_INVALID_PATTERN')
        expect(text).toContain(reason)
        expect(text.length).toBeLessThan(600)
      }
      expect((await call('grep', { pattern: 'x', include: '[' })).code).toBe('SEARCH_INVALID_PATTERN')
      expect((await call('grep', { pattern: '[^\\n]' })).value).toMatchObject({ total: 1 })
      expect((await call('grep', { pattern: '\\\\nothing' })).result.isError).toBe(false)
    },
  )

  verifies(['fault:B103'], 'patterns that look like options are patterns', async () => {
    await workspace.put({ 'a.txt': '--help\n-n\n--pre=./p.sh\n-f/etc/passwd\n--\n', '--pre=x': '--help' })
    for (const pattern of ['-n', '--help', '--pre=./p.sh', '-f/etc/passwd', '--$']) {
      expect((await call('grep', { pattern, path: 'a.txt' })).value).toMatchObject({ total: 1 })
    }
    expect((await call('grep', { pattern: 'help', include: '--pre=*' })).value).toMatchObject({
      total: 1,
      totalFiles: 1,
    })
    expect((await call('grep', { pattern: 'x', path: '-x' })).code).toBe('FS_NOT_FOUND')
  })

  verifies(['fault:B102'], 'what cannot be read is noted and does not end the search', async () => {
    await workspace.put({ 'a.txt': 'X', 'b.txt': 'X', 'c/d.txt': 'X', 'c/locked.txt': 'X' })
    const files = wrapFolders(workspace.files, (folder) => ({
      ...folder,
      read: (name, options) =>
        name === 'locked.txt' ? Promise.reject(new Error('refused')) : folder.read(name, options),
    }))
    const { value, text } = await callsOn(guardedTools(files))('grep', { pattern: 'X' })
    expect(value).toMatchObject({
      total: 3,
      skipped: { unreadable: 1 },
      unreadable: [{ path: 'c/locked.txt', code: 'FS_IO' }],
    })
    expect(text).toContain('[not readable: c/locked.txt (FS_IO)]')
    expect((await callsOn(guardedTools(files))('grep', { pattern: '(' })).code).toBe('SEARCH_INVALID_PATTERN')
  })

  verifies(['fault:B105', 'security:J4'], 'evil patterns never hold the host up', async () => {
    await workspace.put({
      'a.txt': `${'a'.repeat(50_000)}!\n`,
      'lines.txt': `${'ab'.repeat(40)}\n`.repeat(20_000),
      'long.txt': `${'x'.repeat(1_000_000)}NEEDLE`,
    })
    const evil = [
      '(a+)+$',
      '(a|aa)*$',
      '(a|a)*b',
      '(x+x+)+y',
      '(.*)*=',
      '(a*)*b',
      '([a-z]+)+[0-9]',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
    ]
    const pause = await longestPause(200, async () => {
      for (const pattern of evil) {
        const started = performance.now()
        expect((await call('grep', { pattern })).result.isError).toBe(false)
        expect(performance.now() - started).toBeLessThan(15_000)
      }
      expect((await call('grep', { pattern: `${'x'.repeat(5000)}y`, literal: true })).value).toMatchObject({
        total: 0,
      })
    })
    expect(pause).toBeLessThan(200)
  })

  verifies(
    ['fault:B105'],
    'the time limit stops a search in the middle of a match and gives what was found',
    async () => {
      await workspace.put({ 'a.txt': 'a\n', 'b.txt': `${'a'.repeat(3_000_000)}\n`, 'c.txt': 'a\n' })
      const files = wrapFolders(workspace.files, (folder) => ({
        ...folder,
        async read(name, options) {
          if (name !== 'a.txt') await new Promise((resolve) => setTimeout(resolve, 500))
          return folder.read(name, options)
        },
      }))
      const limited = callsOn(createTools({ tools: [grepTool(files, { budgetMs: 4000 })] }))
      await limited('grep', { pattern: 'warm up' })
      const started = performance.now()
      const { value, text } = await limited('grep', { pattern: '(.*){1,1000}' })
      expect(performance.now() - started).toBeLessThan(20_000)
      expect(value).toMatchObject({ incomplete: true })
      const { files: listed } = value as { files: { path: string }[] }
      expect(listed.map(({ path }) => path)).toContain('a.txt')
      expect(listed.map(({ path }) => path)).not.toContain('b.txt')
      expect(text).toContain('the time limit ended the search early')
      expect((await limited('grep', { pattern: 'a$', path: 'c.txt' })).value).toMatchObject({ total: 1 })
    },
  )

  test('an abort stops a search in the middle of a match', async () => {
    await workspace.put({ 'b.txt': `${'a'.repeat(3_000_000)}\n` })
    const controller = new AbortController()
    const running = call('grep', { pattern: '(.*){1,1000}' }, controller.signal)
    await new Promise((resolve) => setTimeout(resolve, 400))
    const started = performance.now()
    controller.abort()
    const { result, code } = await running
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(result.isError).toBe(true)
    expect(code).toBe('ABORTED')
    expect((await call('grep', { pattern: 'b', path: 'b.txt' })).value).toMatchObject({ total: 0 })
  })

  test('an aborted call leaves no listener on the signal', async () => {
    await workspace.put({ 'a.txt': 'x' })
    const { signal } = new AbortController()
    for (let index = 0; index < 5; index += 1) await call('grep', { pattern: 'x' }, signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('searches overlap, each with its own pattern', async () => {
    await workspace.put({ 'a.txt': 'one\ntwo\ntwo\n' })
    const [one, two, bad] = await Promise.all([
      call('grep', { pattern: 'one' }),
      call('grep', { pattern: 'two' }),
      call('grep', { pattern: '(' }),
    ])
    expect(one.value).toMatchObject({ total: 1 })
    expect(two.value).toMatchObject({ total: 2 })
    expect(bad.code).toBe('SEARCH_INVALID_PATTERN')
  })
})
