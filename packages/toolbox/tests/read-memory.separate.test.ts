import { truncate } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

describe('read', () => {
  verifies(['security:F4'], 'a sparse file of a gigabyte costs neither time nor memory', async () => {
    await workspace.put({ sparse: '' })
    await truncate(workspace.at('sparse'), 1024 ** 3)
    const before = process.memoryUsage().rss
    const started = performance.now()
    const { value } = await call('read', { path: 'sparse' })
    expect(value).toMatchObject({ kind: 'binary', size: 1024 ** 3 })
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2)
  })

  test('counts the lines of a large file in bounded memory', async () => {
    await workspace.put({ 'large.log': `${'x'.repeat(99)}\n`.repeat(1_000_000) })
    const before = process.memoryUsage().rss
    const { value } = await call('read', { path: 'large.log', offset: 999_999 })
    expect(value).toMatchObject({ totalLines: 1_000_000, lines: ['x'.repeat(99), 'x'.repeat(99)] })
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 ** 2)
  })
})
