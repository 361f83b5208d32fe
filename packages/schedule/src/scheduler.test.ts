import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { Job, Lane, Stage } from './job.ts'
import { Scheduler, type SchedulerOptions } from './scheduler.ts'

type Work = () => string | Promise<string>

interface Plan {
  lane?: () => Lane
  admit?: Work
  body?: Work
  conclude?: Work
  fail?: (error: unknown, stage: Stage) => string
  abandon?: (reason: unknown) => string
}

/** A job that notes each stage as `name:stage`; a stage without a plan passes on what came before it. */
function job(name: string, log: string[], plan: Plan = {}): Job<string, string, string> {
  const stage =
    (label: string, work: Work | undefined) =>
    (before = name) => {
      log.push(`${name}:${label}`)
      return work ? work() : before
    }
  return {
    classify: plan.lane ?? (() => 'parallel'),
    admit: stage('admit', plan.admit),
    dispatch: stage('body', plan.body),
    conclude: stage('conclude', plan.conclude),
    fail: plan.fail ?? ((error, at) => `${name} failed in ${at}: ${String(error)}`),
    abandon: plan.abandon ?? ((reason) => `${name} abandoned: ${String(reason)}`),
  }
}

function setup(options: Partial<SchedulerOptions> = {}) {
  const log: string[] = []
  const scheduler = new Scheduler<string, string, string>({ limit: 10, ...options })
  const push = (name: string, plan: Plan = {}) => scheduler.push(job(name, log, plan))
  return { log, scheduler, push }
}

function gate() {
  let open: (value: string) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const passed = new Promise<string>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { passed, open, fail }
}

const throwing = (message: string): Work => {
  return () => {
    throw message
  }
}

const exclusive = (): Lane => 'exclusive'

/** Lets every microtask run that is due. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

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
    const like = <T>(value: T) =>
      ({ then: (done: (value: T) => void) => done(value) }) as unknown as Promise<T>
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
    const running = gate()
    let lane: Lane = 'exclusive'
    void push('a', { body: () => running.passed })
    void push('c', { body: () => running.passed })
    void push('short')
    const changed = push('b', { lane: () => lane })
    await Promise.resolve()
    lane = 'parallel'
    await settled()
    expect(log).toContain('b:body')
    running.open('')
    await changed
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

describe('failures', () => {
  test.each([
    ['admit', { admit: throwing('no') }],
    ['dispatch', { body: throwing('no') }],
    ['dispatch', { body: () => Promise.reject('no') }],
    ['conclude', { conclude: throwing('no') }],
    ['conclude', { conclude: () => Promise.reject('no') }],
  ] satisfies [Stage, Plan][])('in %s end that job alone', async (stage, plan) => {
    for (const conclude of ['in-order', 'completion-order'] as const) {
      const { push, scheduler } = setup({ conclude })
      const answers = await Promise.all([
        push('a'),
        push('b', plan),
        push('c', { lane: exclusive }),
        push('d'),
      ])
      expect(answers).toEqual(['a', `b failed in ${stage}: no`, 'c', 'd'])
      expect(scheduler.size).toBe(0)
    }
  })

  test('a failing exclusive job lets the rest go on', async () => {
    const { push } = setup()
    const failing = push('x', { lane: exclusive, body: throwing('no') })
    await expect(Promise.all([failing, push('a')])).resolves.toEqual(['x failed in dispatch: no', 'a'])
  })

  test('an answer that cannot be given rejects, and nothing else is touched', async () => {
    const { push, scheduler } = setup()
    const fail = () => {
      throw new Error('no answer')
    }
    const broken = push('a', { body: throwing('no'), fail })
    const next = push('b')
    await expect(broken).rejects.toThrow('no answer')
    await expect(next).resolves.toBe('b')
    scheduler.abort('over')
    await expect(push('c', { abandon: fail })).rejects.toThrow('no answer')
    await scheduler.idle()
  })

  verifies(['fault:B035'], 'a conclusion that throws orphans no other running job', async () => {
    const { log, push, scheduler } = setup()
    const gates = Array.from({ length: 5 }, gate)
    const answers = gates.map(({ passed }, index) =>
      push(`c${index + 1}`, {
        body: () => passed,
        ...(index === 1 ? { conclude: throwing('listener') } : {}),
      }),
    )
    for (const { open } of gates.toReversed()) open('')
    expect(await Promise.all(answers)).toEqual(['', 'c2 failed in conclude: listener', '', '', ''])
    expect(log.filter((entry) => entry.endsWith('conclude'))).toEqual(
      [1, 2, 3, 4, 5].map((n) => `c${n}:conclude`),
    )
    expect(scheduler.size).toBe(0)
  })

  verifies(
    ['fault:B038'],
    'a job refused at its admission leaves its sibling with its one answer',
    async () => {
      const { log, push } = setup()
      const asked = gate()
      const answers = [push('a', { admit: () => asked.passed }), push('b')]
      await settled()
      asked.fail('rejected')
      expect(await Promise.all(answers)).toEqual(['a failed in admit: rejected', 'b'])
      expect(log.filter((entry) => entry === 'b:body')).toHaveLength(1)
      expect(log).not.toContain('a:body')
    },
  )
})

describe('abort', () => {
  verifies(['fault:B037'], 'an interrupted batch has an answer for every job, in order', async () => {
    const { log, push, scheduler } = setup()
    const second = gate()
    const order: string[] = []
    const answers = ['a', 'b', 'c', 'd'].map(async (name) => {
      const answer = await push(name, {
        lane: exclusive,
        ...(name === 'b' ? { body: () => second.passed } : {}),
      })
      order.push(name)
      return answer
    })
    await settled()
    scheduler.abort('interrupted')
    await settled()
    expect(order).toEqual(['a'])
    second.open('b aborted')
    expect(await Promise.all(answers)).toEqual([
      'a',
      'b aborted',
      'c abandoned: interrupted',
      'd abandoned: interrupted',
    ])
    expect(order).toEqual(['a', 'b', 'c', 'd'])
    expect(log).not.toContain('c:admit')
  })

  test('lets a job that is being admitted go through all its stages', async () => {
    const { log, push, scheduler } = setup()
    const admission = gate()
    const started = push('a', { admit: () => admission.passed })
    const waiting = push('b')
    await settled()
    scheduler.abort('over')
    admission.open('')
    await expect(Promise.all([started, waiting])).resolves.toEqual(['a', 'b abandoned: over'])
    expect(log).toEqual(['a:admit', 'a:body', 'a:conclude'])
  })

  test('in completion order answers what waits without waiting itself', async () => {
    const { push, scheduler } = setup({ conclude: 'completion-order', limit: 1 })
    const body = gate()
    const started = push('a', { body: () => body.passed })
    const waiting = push('b')
    await settled()
    scheduler.abort('over')
    await expect(waiting).resolves.toBe('b abandoned: over')
    expect(scheduler.size).toBe(1)
    body.open('late')
    await expect(started).resolves.toBe('a')
  })

  test.each(['in-order', 'completion-order'] as const)(
    'answers later pushes by its first reason (%s)',
    async (conclude) => {
      const { log, push, scheduler } = setup({ conclude })
      scheduler.abort('first')
      scheduler.abort('second')
      await expect(push('a')).resolves.toBe('a abandoned: first')
      await expect(push('b')).resolves.toBe('b abandoned: first')
      expect(log).toEqual([])
    },
  )

  test('from within a classification starts nothing any more', async () => {
    const { log, push, scheduler } = setup()
    const lane = (): Lane => {
      scheduler.abort('from within')
      return 'parallel'
    }
    await expect(push('a', { lane })).resolves.toBe('a abandoned: from within')
    expect(log).toEqual([])
  })
})

describe('idle', () => {
  test('resolves at once for an empty scheduler and else with the last answer', async () => {
    const { push, scheduler } = setup()
    await scheduler.idle()
    const body = gate()
    void push('a', { body: () => body.passed })
    let resolved = 0
    const both = [scheduler.idle(), scheduler.idle()].map((idle) => idle.then(() => (resolved += 1)))
    await settled()
    expect(resolved).toBe(0)
    body.open('')
    await Promise.all(both)
    expect(scheduler.size).toBe(0)
  })
})
