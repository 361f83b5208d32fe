import { describe, expect, test } from 'vitest'
import { wrapFolders } from '../../tests/support/workspace.ts'
import { parseGlob } from '../patterns/glob-pattern.ts'
import { grep, type GrepRequest } from './search.ts'
import { SearchWorker } from './search-worker.ts'
import { WorkerPool } from './worker-pool.ts'
import { inWorkspace } from '../../tests/support/in-workspace.ts'

const { workspace } = inWorkspace()

function request(more: Partial<GrepRequest> = {}): GrepRequest {
  return {
    pattern: 'x',
    path: '.',
    include: parseGlob('**'),
    includesAll: true,
    ignoreCase: false,
    isLiteral: false,
    context: 0,
    maxMatches: 10,
    budgetMs: 10_000,
    signal: new AbortController().signal,
    ...more,
  }
}

/** A pool whose worker the test holds as well. */
function poolOf(worker: SearchWorker): WorkerPool {
  const pool = new WorkerPool()
  pool.giveBack(worker)
  return pool
}

describe('grep', () => {
  test('a worker that ends by itself is an error with a code', async () => {
    await workspace.put({ 'a.txt': 'x' })
    const worker = new SearchWorker()
    const files = wrapFolders(workspace.files, (folder) => ({
      ...folder,
      async read(name, options) {
        await worker.stop()
        return folder.read(name, options)
      },
    }))
    await expect(grep(files, poolOf(worker), request())).rejects.toMatchObject({
      code: 'SEARCH_FAILED',
      message: expect.stringContaining('try a simpler pattern'),
    })
  })

  test('a worker is given back after a search, and not after an abort', async () => {
    await workspace.put({ 'a.txt': 'x' })
    const worker = new SearchWorker()
    const pool = poolOf(worker)
    await grep(workspace.files, pool, request())
    expect(pool.take()).toBe(worker)
    pool.giveBack(worker)
    await expect(grep(workspace.files, pool, request({ pattern: '(' }))).rejects.toThrow(/missing closing/)
    expect(pool.take()).toBe(worker)
    pool.giveBack(worker)
    const controller = new AbortController()
    const files = wrapFolders(workspace.files, (folder) => ({
      ...folder,
      read(name, options) {
        controller.abort()
        return folder.read(name, options)
      },
    }))
    await expect(grep(files, pool, request({ signal: controller.signal }))).rejects.toThrow(/abort/i)
    const next = pool.take()
    expect(next).not.toBe(worker)
    await next.stop()
  })

  test('a budget beyond what timers can hold does not end the search at once', async () => {
    await workspace.put({ 'a.txt': 'x' })
    const { total, incomplete } = await grep(workspace.files, new WorkerPool(), request({ budgetMs: 1e12 }))
    expect({ total, incomplete }).toEqual({ total: 1, incomplete: undefined })
  })
})
