import { truncateSync } from 'node:fs'
import { createTools } from '@millrace/tools'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { grepTool } from '../src/grep/tool.ts'
import { callsOn } from './support/calls.ts'
import { longestPause } from './support/heartbeat.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

const gigabytes = 1024 ** 3

describe('a huge file', () => {
  verifies(['fault:B105', 'security:F4'], 'is read up to the window and a little further', async () => {
    await workspace.put({ huge: 'one\ntwo\nthree\nfour\n' + 'x'.repeat(10_000) })
    truncateSync(workspace.at('huge'), 60 * gigabytes)
    const started = performance.now()
    const { value, text, resultView } = await call('read', { path: 'huge', limit: 3 })
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(value).toMatchObject({
      lines: ['one', 'two', 'three'],
      totalLines: 5,
      totalIsLowerBound: true,
      next: 4,
      size: 60 * gigabytes,
    })
    expect(text).toContain('[lines 1-3 of at least 5; continue with offset 4]')
    expect(resultView).toMatchObject({
      totalLines: 5,
      title: 'huge; at least 5 lines; continue with offset=4',
    })
    const long = await call('read', { path: 'huge', offset: 5 })
    expect(long.value).toMatchObject({ totalLines: 5, totalIsLowerBound: true, next: 6 })
    expect(long.text).toMatch(/\[…at least \d+ more bytes of this line\]/)
    expect(long.text).toContain('[lines 5-5 of at least 5; continue with offset 6]')
  })

  verifies(['fault:B105', 'security:F4'], 'that is named ends at the time limit of a search', async () => {
    await workspace.put({ huge: `needle\n${'x'.repeat(10_000)}\n` })
    truncateSync(workspace.at('huge'), 60 * gigabytes)
    const limited = callsOn(createTools({ tools: [grepTool(workspace.files, { budgetMs: 1000 })] }))
    const started = performance.now()
    const { value } = await limited('grep', { pattern: 'needle', path: 'huge' })
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(value).toMatchObject({ incomplete: true, total: 1, files: [{ matches: [{ lineNumber: 1 }] }] })
  })
})

describe('long lines', () => {
  verifies(['fault:B031'], 'are counted once and matched whole, whatever the context', async () => {
    await workspace.put({ 'x.txt': `Q${'x'.repeat(300_000)}\n`.repeat(80) })
    const where = { path: 'x.txt', context: 20 }
    const all = await call('grep', { pattern: 'x', ...where, maxResults: 1 })
    expect(all.value).toMatchObject({ total: 80, files: [{ count: 80 }] })
    expect((await call('grep', { pattern: '^x', ...where })).value).toMatchObject({ total: 0, searched: 1 })
    expect((await call('grep', { pattern: '^Qx', ...where })).value).toMatchObject({ total: 80 })
  })

  verifies(['fault:B031'], 'are matched whole up to 4 MiB, beside lines that are longer', async () => {
    const line = (bytes: number): string => `Q${'x'.repeat(bytes)}\n`
    await workspace.put({
      'x.txt': [line(3_900_000), 'Q\n', line(4_100_000), line(100), line(3_000_000)].join(''),
    })
    for (const context of [0, 1, 20]) {
      expect((await call('grep', { pattern: '^Q', context })).value).toMatchObject({ total: 5 })
      expect((await call('grep', { pattern: '^x', context })).value).toMatchObject({ total: 0 })
    }
  })
})

describe('an intricate notebook', () => {
  verifies(['fault:B105'], 'does not hold the host up', async () => {
    const cells = (one: string, count: number): string => `{"cells":[${`${one},`.repeat(count)}${one}]}`
    await workspace.put({
      'empty.ipynb': cells('{}', 2_700_000),
      'nested.ipynb': cells('[[[[],[],[],[]]]]', 460_000),
      'many.ipynb': cells('{"cell_type":"code"}', 100_000),
      'strings.ipynb': cells('""', 2_700_000),
      'lines.ipynb': `{"cells":[{"source":[${Array.from({ length: 500_000 }, (_, index) => `"${index}"`).join()}]}]}`,
      'numbers.ipynb': `{"cells":[{"outputs":[${'1,'.repeat(4_000_000)}1]}]}`,
      'escapes.ipynb': `{"cells":[{"source":"${'\\u0041'.repeat(1_300_000)}"}]}`,
    })
    for (const [path, isNotebook] of [
      ['empty.ipynb', false],
      ['nested.ipynb', false],
      ['many.ipynb', true],
      ['strings.ipynb', true],
      ['lines.ipynb', false],
      ['numbers.ipynb', false],
      ['escapes.ipynb', false],
    ] as const) {
      const pause = await longestPause(200, async () => {
        const { value } = await call('read', { path, limit: 3 })
        expect((value as { notebook?: true }).notebook === true).toBe(isNotebook)
      })
      expect(pause).toBeLessThan(200)
    }
  })
})
