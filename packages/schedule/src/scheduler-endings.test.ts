import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { exclusive, gate, settled, setup, throwing, type Plan } from '../tests/plans.ts'
import type { Lane, Stage } from './job.ts'

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
    const lane = (): Lane => {
      log.push('b:classify')
      return 'parallel'
    }
    const waiting = push('b', { lane })
    await settled()
    scheduler.abort('over')
    admission.open('admitted')
    await expect(Promise.all([started, waiting])).resolves.toEqual(['admitted', 'b abandoned: over'])
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
    await expect(started).resolves.toBe('late')
  })

  test('in completion order answers what waits even while another job is being admitted', async () => {
    const { push, scheduler } = setup({ conclude: 'completion-order' })
    const admission = gate()
    const started = push('a', { admit: () => admission.passed })
    const waiting = push('b')
    await settled()
    scheduler.abort('over')
    await expect(Promise.all([waiting, push('c')])).resolves.toEqual([
      'b abandoned: over',
      'c abandoned: over',
    ])
    admission.open('late')
    await expect(started).resolves.toBe('late')
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

describe('memory', () => {
  test('nothing is held for an answered job while another goes on', async () => {
    const { push, scheduler } = setup({ conclude: 'completion-order' })
    const long = gate()
    const last = push('long', { body: () => long.passed })
    const jobs = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const plan: Plan = { body: async () => `body ${index}` }
        await push(`j${index}`, plan)
        return new WeakRef(plan.body!)
      }),
    )
    await collected()
    expect(jobs.filter((job) => job.deref())).toEqual([])
    expect(scheduler.size).toBe(1)
    long.open('')
    await last
  })

  test('in order, what waits for its turn is let go of once it has had it', async () => {
    const { push, scheduler } = setup()
    const first = gate()
    void push('first', { body: () => first.passed })
    const jobs = Array.from({ length: 100 }, (_, index) => {
      const plan: Plan = { body: async () => `body ${index}` }
      void push(`j${index}`, plan)
      return new WeakRef(plan.body!)
    })
    await settled()
    expect(scheduler.size).toBe(101)
    first.open('')
    await scheduler.idle()
    await collected()
    expect(jobs.filter((job) => job.deref())).toEqual([])
  })
})

async function collected(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let round = 0; round < 3; round++) {
    await settled()
    collect()
  }
}
