import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { Scan, ScanAnswer } from './protocol.ts'
import { PatternRefusal, SearchWorker, WorkerEnded } from './search-worker.ts'
import { WorkerPool } from './worker-pool.ts'

const plain = { isLiteral: false, ignoreCase: false }

const scanOf = (text: string, more: Partial<Scan> = {}): Scan => ({
  text,
  from: 0,
  to: text.length,
  maxLines: 10,
  longLine: 100,
  ...more,
})

async function search(pattern: string, scan: Scan, options = plain): Promise<ScanAnswer> {
  const worker = new SearchWorker()
  try {
    await worker.compile(pattern, options)
    return await worker.scan(scan)
  } finally {
    await worker.stop()
  }
}

describe('SearchWorker', () => {
  test('reports matching lines by their places and counts all of them', async () => {
    expect(await search('b', scanOf('ab\ncd\r\nbb\r\nb'))).toEqual({
      count: 3,
      spans: [0, 0, 2, 0, 2, 7, 9, 0, 3, 11, 12, 0],
    })
    expect(await search('b', scanOf('b\nb\nb', { maxLines: 1 }))).toEqual({
      count: 3,
      spans: [0, 0, 1, 0],
    })
  })

  test('matches only the lines of the stretch', async () => {
    expect(await search('b', scanOf('b\nb\nb\n', { from: 2, to: 4 }))).toEqual({
      count: 1,
      spans: [0, 2, 3, 0],
    })
  })

  test('finds the place of a match in a long line', async () => {
    const answer = await search('NEEDLE', scanOf(`${'x'.repeat(500)}NEEDLE`))
    expect(answer.spans).toEqual([0, 0, 506, 500])
  })

  test('anchors mean lines, with or without a carriage return', async () => {
    expect((await search('^b$', scanOf('ab\r\nb\r\nb\nba'))).count).toBe(2)
  })

  test('takes a literal pattern as text, and case as it is asked', async () => {
    expect((await search('a.b', scanOf('axb\na.b'), { isLiteral: true, ignoreCase: false })).count).toBe(1)
    expect((await search('A.B', scanOf('axb'), { isLiteral: false, ignoreCase: true })).count).toBe(1)
  })

  verifies(
    ['fault:B101'],
    'refuses a pattern with the reason of the engine, and takes the next',
    async () => {
      const worker = new SearchWorker()
      try {
        await expect(worker.compile('(', plain)).rejects.toThrow(/missing closing \)/)
        await expect(worker.compile('a{99999}', plain)).rejects.toThrow(/invalid repeat count/)
        await expect(worker.compile('(?<=a)b', plain)).rejects.toThrow(PatternRefusal)
        await worker.compile('a', plain)
        expect((await worker.scan(scanOf('a'))).count).toBe(1)
      } finally {
        await worker.stop()
      }
    },
  )

  test('answers many scans at once, each with its own', async () => {
    const worker = new SearchWorker()
    try {
      await worker.compile('b', plain)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => worker.scan(scanOf('b\n'.repeat(index)))),
      )
      expect(answers.map(({ count }) => count)).toEqual(Array.from({ length: 50 }, (_, index) => index))
    } finally {
      await worker.stop()
    }
  })

  verifies(['security:J4'], 'can be stopped in the middle of its work', async () => {
    const worker = new SearchWorker()
    await worker.compile('(.*){1,1000}', plain)
    const answer = worker.scan(scanOf(`${'a'.repeat(3_000_000)}\n`, { longLine: 10 }))
    const waiting = worker.scan(scanOf('a'))
    const rejections = Promise.all([
      expect(answer).rejects.toThrow(WorkerEnded),
      expect(waiting).rejects.toThrow(WorkerEnded),
    ])
    const started = performance.now()
    await worker.stop()
    await rejections
    expect(performance.now() - started).toBeLessThan(1000)
    expect(worker.isAlive).toBe(false)
    await expect(worker.scan(scanOf('a'))).rejects.toThrow(WorkerEnded)
    await expect(worker.compile('a', plain)).rejects.toThrow(WorkerEnded)
  })
})

describe('WorkerPool', () => {
  test('keeps a worker that is given back, and forgets one that ended', async () => {
    const pool = new WorkerPool()
    const first = pool.take()
    const second = pool.take()
    expect(second).not.toBe(first)
    pool.giveBack(first)
    expect(pool.take()).toBe(first)
    await first.stop()
    pool.giveBack(first)
    pool.giveBack(second)
    expect(pool.take()).toBe(second)
    await second.stop()
  })
})
