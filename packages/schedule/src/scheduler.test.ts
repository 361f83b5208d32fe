import { describe, expect, test } from 'vitest'
import { exclusive, gate, settled, setup } from '../tests/plans.ts'
import type { Lane } from './job.ts'
import { Scheduler } from './scheduler.ts'

describe('limit', () => {
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is refused by its own name', (limit) => {
    expect(() => new Scheduler({ limit })).toThrow(new TypeError('limit must be a positive integer'))
    expect(() => new Scheduler({ limit, limitName: 'maxParallelSubCalls' })).toThrow(
      new TypeError('maxParallelSubCalls must be a positive integer'),
    )
  })
})

describe('push', () => {
  test('starts nothing synchronously, from outside or from within a stage', async () => {
    const { log, push, scheduler } = setup()
    let later: Promise<string> | undefined
    const first = push('a', {
      body: () => {
        later = push('b')
        log.push('pushed')
        return 'a'
      },
    })
    log.push('returned')
    expect(scheduler.size).toBe(1)
    await first
    await later
    expect(log).toEqual([
      'returned',
      'a:admit',
      'a:body',
      'pushed',
      'a:conclude',
      'b:admit',
      'b:body',
      'b:conclude',
    ])
  })

  test('a later push wakes an idle scheduler', async () => {
    const { push, scheduler } = setup()
    await push('a')
    await settled()
    await expect(push('b')).resolves.toBe('b')
    expect(scheduler.size).toBe(0)
  })

  test('takes promise-like stages that are no promises', async () => {
    const { push } = setup()
    const like = <T>(value: T) => {
      // oxlint-disable-next-line unicorn/no-thenable
      return { then: (done: (value: T) => void) => done(value) } as unknown as Promise<T>
    }
    const answer = push('a', {
      admit: () => like('a'),
      body: () => like('body'),
      conclude: () => like('end'),
    })
    await expect(answer).resolves.toBe('end')
  })
})

describe('bodies', () => {
  test('overlap up to the limit, and the next starts when one ends', async () => {
    const { log, push, scheduler } = setup({ limit: 2 })
    const gates = [gate(), gate(), gate()]
    const answers = gates.map(({ passed }, index) => push(`j${index}`, { body: () => passed }))
    await settled()
    expect(scheduler.running).toBe(2)
    expect(log).not.toContain('j2:admit')
    gates[1]?.open('done')
    await settled()
    expect(log).toContain('j2:body')
    for (const { open } of gates) open('done')
    await Promise.all(answers)
    expect(scheduler.running).toBe(0)
  })

  test('an exclusive job waits for an empty pool and holds the rest until its conclusion has ended', async () => {
    const { log, push } = setup()
    const [before, concluding] = [gate(), gate()]
    void push('a', { body: () => before.passed })
    void push('x', { lane: exclusive, conclude: () => concluding.passed })
    const last = push('b')
    await settled()
    expect(log).toEqual(['a:admit', 'a:body'])
    before.open('')
    await settled()
    expect(log.slice(2)).toEqual(['a:conclude', 'x:admit', 'x:body', 'x:conclude'])
    concluding.open('')
    await last
    expect(log.slice(6)).toEqual(['b:admit', 'b:body', 'b:conclude'])
  })
})

describe('classify', () => {
  test('is read again just before the start', async () => {
    const { log, push } = setup()
    const [long, short] = [gate(), gate()]
    let lane: Lane = 'exclusive'
    void push('a', { body: () => long.passed })
    void push('b', { body: () => short.passed })
    const changed = push('c', { lane: () => lane })
    await settled()
    expect(log).not.toContain('c:admit')
    lane = 'parallel'
    short.open('')
    await settled()
    expect(log).toContain('c:body')
    long.open('')
    await expect(changed).resolves.toBe('c')
  })

  test('a job that became exclusive while it waited runs alone', async () => {
    const { log, push } = setup({ limit: 2 })
    const gates = [gate(), gate()]
    let lane: Lane = 'parallel'
    for (const { passed } of gates) void push('p', { body: () => passed })
    const waiting = push('w', { lane: () => lane })
    await settled()
    lane = 'exclusive'
    gates[0]?.open('')
    await settled()
    expect(log).not.toContain('w:admit')
    gates[1]?.open('')
    await expect(waiting).resolves.toBe('w')
  })

  test.each<[string, () => Lane]>([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['says something else', () => true as never],
  ])('one that %s makes the job exclusive', async (_, lane) => {
    const { log, push } = setup()
    const running = gate()
    void push('a', { body: () => running.passed })
    const odd = push('b', { lane })
    await settled()
    expect(log).not.toContain('b:admit')
    running.open('')
    await expect(odd).resolves.toBe('b')
  })

  test('is read a number of times that grows with the jobs alone', async () => {
    const { push, scheduler } = setup()
    let reads = 0
    const count = 10_000
    for (let index = 0; index < count; index++) {
      void push('j', {
        lane: () => {
          reads += 1
          return index % 2 ? 'parallel' : 'exclusive'
        },
      })
    }
    await scheduler.idle()
    expect(reads).toBeLessThanOrEqual(2 * count)
  })
})

describe('conclusions', () => {
  test('come in the order of the pushes', async () => {
    const { log, push } = setup()
    const slow = gate()
    const answers = [push('a', { body: () => slow.passed }), push('b')]
    await settled()
    expect(log).not.toContain('b:conclude')
    slow.open('')
    await Promise.all(answers)
    expect(log.slice(-2)).toEqual(['a:conclude', 'b:conclude'])
  })

  test('come in the order of the endings where that is asked for', async () => {
    const { log, push } = setup({ conclude: 'completion-order' })
    const slow = gate()
    const first = push('a', { body: () => slow.passed })
    await expect(Promise.race([first, push('b')])).resolves.toBe('b')
    slow.open('')
    await first
    expect(log.slice(-2)).toEqual(['b:conclude', 'a:conclude'])
  })

  test('go before further starts', async () => {
    const { log, push } = setup({ limit: 1 })
    await Promise.all([push('a'), push('b')])
    expect(log.indexOf('a:conclude')).toBeLessThan(log.indexOf('b:admit'))
  })
})
