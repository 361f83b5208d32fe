import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { Scan, ScanAnswer } from './protocol.ts'
import type { FoundLine } from './value.ts'
import { PatternRefusal, SearchWorker, WorkerEnded } from './search-worker.ts'
import { WorkerPool } from './worker-pool.ts'

const plain = { isLiteral: false, ignoreCase: false }

const scanOf = (text: string, more: Partial<Scan> = {}): Scan => {
  const bytes = Buffer.from(text)
  return {
    bytes,
    from: 0,
    to: bytes.length,
    maxLines: 10,
    context: 0,
    lineLength: 100,
    asksForEnds: false,
    ...more,
  }
}

const found = (lineNumber: number, line: string): FoundLine => ({ lineNumber, line })

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
  test('reports matching lines and counts all of them', async () => {
    expect(await search('b', scanOf('ab\ncd\r\nbb\r\nb', { asksForEnds: true }))).toEqual({
      count: 3,
      first: 0,
      last: 3,
      matches: [found(0, 'ab'), found(2, 'bb'), found(3, 'b')],
      context: [],
    })
    expect(await search('b', scanOf('b\nb\nb', { maxLines: 1 }))).toMatchObject({
      count: 3,
      matches: [found(0, 'b')],
    })
  })

  test('matches only the lines of the stretch, and shows others around them', async () => {
    const text = 'é1\nb2\nb3\nb4\n'
    expect(await search('b', scanOf(text, { from: 7, to: 10, context: 1, asksForEnds: true }))).toEqual({
      count: 1,
      first: 0,
      last: 0,
      matches: [found(0, 'b3')],
      context: [found(-1, 'b2'), found(1, 'b4')],
    })
  })

  test('shows the part of a long line around its match', async () => {
    const { matches } = await search('NEEDLE', scanOf(`${'x'.repeat(500)}NEEDLE${'y'.repeat(500)}`))
    expect(matches).toEqual([
      { lineNumber: 0, line: expect.stringMatching(/^…x{80}NEEDLEy{12}…$/), cut: true },
    ])
  })

  verifies(['fault:B107', 'fault:B026'], 'a part of a line splits no character, and is marked', async () => {
    const line = `${'😀é'.repeat(200)}NEEDLE${'😀é'.repeat(200)}`
    for (let lead = 0; lead < 4; lead += 1) {
      const { matches } = await search('NEEDLE', scanOf('x'.repeat(lead) + line))
      expect(matches[0]).toMatchObject({ cut: true, line: expect.stringMatching(/^….*NEEDLE.*…$/) })
      expect(matches[0]?.line.isWellFormed()).toBe(true)
      expect(matches[0]?.line.length).toBeLessThanOrEqual(100)
    }
    const whole = 'x'.repeat(100)
    expect((await search('x', scanOf(whole))).matches).toEqual([found(0, whole)])
    const ends = `${'a'.repeat(500)}${'b'.repeat(500)}`
    expect((await search('a', scanOf(ends))).matches[0]?.line).toBe(`${'a'.repeat(98)}…`)
    expect((await search('b{500}$', scanOf(ends))).matches[0]?.line).toMatch(/^…a*b+…?$/)
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
    const answer = worker.scan(scanOf(`${'a'.repeat(3_000_000)}\n`))
    const waiting = worker.scan(scanOf('a'))
    const rejections = Promise.all([
      expect(answer).rejects.toThrow(WorkerEnded),
      expect(waiting).rejects.toThrow(WorkerEnded),
    ])
    const started = performance.now()
    await worker.stop()
    await rejections
    expect(performance.now() - started).toBeLessThan(10_000)
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
