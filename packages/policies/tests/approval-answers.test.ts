import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { AnsweredElsewhere, ApprovalReply } from '../src/approval.ts'
import { always, bench, handFrontEnd, logged, settle } from './support/approval-bench.ts'

describe('an answer', () => {
  test.each<[ApprovalReply, boolean]>([
    [{ kind: 'once' }, true],
    [{ kind: 'session', rules: ['echo'] }, true],
    [{ kind: 'always', rules: ['echo', 'read'], file: '/settings' }, true],
    [{ kind: 'deny' }, false],
    [{ kind: 'deny', message: 'not now' }, false],
    [{ kind: 'cancel' }, false],
  ])('%j is heard once, and decides', async (reply, runs) => {
    const { approvals, call, ran, heard } = await bench({ remember: () => {} })
    approvals.addFrontEnd(always(reply, 'me'))
    const result = await call({ a: 1 })
    expect([result.isError, ran.length]).toEqual([!runs, runs ? 1 : 0])
    expect([heard.asked.length, heard.decided.length]).toEqual([1, 1])
    const outcome = runs ? 'allowed-once' : reply.kind === 'deny' ? 'rejected' : 'cancelled'
    expect(heard.decided[0]).toMatchObject({ ...heard.asked[0], outcome, by: 'me' })
  })

  verifies(['contract:W4b', 'security:A2'], 'of no with words reaches the model', async () => {
    const { approvals, call, heard } = await bench()
    approvals.addFrontEnd(always({ kind: 'deny', message: 'use the staging folder' }))
    const result = await call()
    expect(result.error?.message).toBe('the user rejected tool "echo": use the staging folder')
    expect(heard.decided[0]).toMatchObject({ message: 'use the staging folder' })
  })

  const nonsense = [
    'once',
    true,
    null,
    {},
    { kind: 'yes' },
    { kind: 'session' },
    { kind: 'session', rules: [''] },
    { kind: 'session', rules: [] },
    { kind: 'session', rules: 'echo' },
    { kind: 'session', rule: 'echo', rules: undefined },
    { kind: 'always', rules: ['echo', 7] },
    { kind: 'always', rules: ['a', 'b', 'c', 'd', 'e'] },
    { kind: 'always', rules: ['echo'], file: 1 },
    { kind: 'deny', message: 3 },
    Object.create({ kind: 'once' }),
    ['once'],
  ]
  for (const reply of nonsense) {
    verifies(['security:A2'], `that is none, such as ${JSON.stringify(reply)}, opens nothing`, async () => {
      const { approvals, call, ran, heard, logs } = await bench()
      approvals.addFrontEnd(always(reply, 'odd one'))
      expect((await call()).isError).toBe(true)
      expect([ran, heard.decided.map(({ outcome }) => outcome)]).toEqual([[], ['unavailable']])
      expect(logged(logs)).toContain('"odd one" answered with something that is no reply')
    })
  }
})

describe('front ends', () => {
  verifies(['fault:B056'], 'that are not there leave nobody to answer, at once', async () => {
    const { call, ran, heard } = await bench()
    const result = await call()
    expect(result.error?.message).toContain('no approval channel is available')
    expect([ran, heard.asked.length, heard.decided[0]?.outcome]).toEqual([[], 1, 'unavailable'])
  })

  test('that fail, cannot ask or leave count as absent', async () => {
    const { approvals, call, heard, logs } = await bench()
    const { frontEnd, asked } = handFrontEnd('leaves')
    const remove = approvals.addFrontEnd(frontEnd)
    approvals.addFrontEnd({ name: 'rejects', ask: () => Promise.reject(new Error('no line')) })
    approvals.addFrontEnd({
      name: 'throws',
      ask: () => {
        throw new Error('no line')
      },
    })
    approvals.addFrontEnd(always(undefined, 'cannot'))
    const running = call()
    await settle()
    remove()
    remove()
    expect((await running).isError).toBe(true)
    expect(heard.decided[0]?.outcome).toBe('unavailable')
    expect(asked[0]?.signal.aborted).toBe(true)
    for (const name of ['rejects', 'throws'])
      expect(logged(logs)).toMatch(new RegExp(`"${name}" failed.*no line`))
    expect(logged(logs)).not.toMatch(/"cannot"|"leaves"/)
  })

  verifies(
    ['fault:B053', 'security:A3'],
    'are all asked; the first answers, the others are told',
    async () => {
      const { approvals, call, ran, heard } = await bench()
      const [one, two] = [handFrontEnd('one'), handFrontEnd('two')]
      approvals.addFrontEnd(one.frontEnd)
      approvals.addFrontEnd(two.frontEnd)
      const running = call()
      await settle()
      two.asked[0]?.reply({ kind: 'once' })
      expect((await running).isError).toBe(false)
      expect(two.asked[0]?.signal.aborted).toBe(false)
      expect(one.asked[0]?.signal.reason).toEqual({
        by: 'two',
        reply: { kind: 'once' },
      } satisfies AnsweredElsewhere)
      one.asked[0]?.reply({ kind: 'deny' })
      await settle()
      expect([ran.length, heard.decided.length]).toEqual([1, 1])
    },
  )

  test('that come later are asked what is open', async () => {
    const { approvals, call, ran } = await bench()
    approvals.addFrontEnd(handFrontEnd('silent').frontEnd)
    const running = call()
    await settle()
    approvals.addFrontEnd(always({ kind: 'once' }))
    await running
    expect(ran).toHaveLength(1)
  })

  test('say whether somebody could be asked', async () => {
    const { approvals } = await bench()
    expect(approvals.isAttended()).toBe(false)
    const remove = approvals.addFrontEnd(always(undefined))
    expect(approvals.isAttended()).toBe(true)
    remove()
    expect(approvals.isAttended()).toBe(false)
  })

  test('cannot change what they are asked', async () => {
    const { approvals, call } = await bench({ suggest: () => [['echo']] })
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const running = call()
    await settle()
    const { question } = asked[0]!
    expect(Object.isFrozen(question)).toBe(true)
    expect(Object.isFrozen(question.suggestions)).toBe(true)
    asked[0]?.reply({ kind: 'deny' })
    await running
  })
})

describe('an end without an answer', () => {
  test.each([30_000, 2 ** 32])('after %d ms is a denial that says so', async (timeoutMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { approvals, call, ran, heard } = await bench({ timeoutMs })
      const { frontEnd, asked } = handFrontEnd()
      approvals.addFrontEnd(frontEnd)
      const running = call()
      await settle()
      vi.advanceTimersByTime(timeoutMs - 1)
      expect(approvals.pending()).toHaveLength(1)
      vi.advanceTimersByTime(1)
      expect((await running).error?.message).toContain(
        `nobody answered in time, which was ${timeoutMs / 1000} s`,
      )
      expect(asked[0]?.signal.reason).toEqual({ by: 'timeout', reply: { kind: 'timeout' } })
      expect([ran, heard.decided[0]]).toEqual([
        [],
        expect.objectContaining({ outcome: 'rejected', by: 'timeout' }),
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([0, -1, Number.NaN, Infinity])('within %d ms is no time limit', async (timeoutMs) => {
    await expect(bench({ timeoutMs })).rejects.toThrow(/must be a finite number of milliseconds above 0/)
  })

  test('because the caller gave up is a cancellation at once, of this question alone', async () => {
    const { approvals, call, ran, heard } = await bench()
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const controller = new AbortController()
    const given = call({}, { signal: controller.signal })
    const kept = call()
    await settle()
    controller.abort()
    expect((await given).error?.info?.code).toBe('ABORTED_BEFORE_DISPATCH')
    expect([asked[0]?.signal.aborted, asked[1]?.signal.aborted]).toEqual([true, false])
    expect(approvals.pending()).toHaveLength(1)
    asked[0]?.reply({ kind: 'once' })
    asked[1]?.reply({ kind: 'once' })
    await kept
    expect(ran).toHaveLength(1)
    expect(heard.decided.map(({ outcome }) => outcome)).toEqual(['cancelled', 'allowed-once'])
  })

  verifies(['fault:B045'], 'puts few listeners on a signal that many calls share', async () => {
    const { approvals, call, ran } = await bench({ remember: () => new Promise(() => {}) })
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const controller = new AbortController()
    const { signal } = controller
    const listeners = (): number => getEventListeners(signal, 'abort').length
    const running = Array.from({ length: 40 }, () => call({}, { signal }))
    await settle()
    expect([asked.length, listeners()]).toEqual([40, 1])
    for (const { reply } of asked) reply({ kind: 'session', rules: ['echo'] })
    await settle()
    expect([ran.length, listeners()]).toEqual([0, 1])
    controller.abort()
    await Promise.all(running)
    expect([ran.length, listeners()]).toEqual([0, 0])
  })

  test('because the service goes is a cancellation', async () => {
    const { ctx, fiber, approvals, call, ran, heard } = await bench()
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const running = call()
    await settle()
    await fiber.dispose()
    expect((await running).isError).toBe(true)
    expect([ran, asked[0]?.signal.aborted, heard.decided.length]).toEqual([[], true, 1])
    expect([heard.decided[0]?.outcome, ctx.get('approval')]).toEqual(['cancelled', undefined])
    expect((await call()).isError).toBe(true)
  })

  verifies(['security:A2'], 'comes at once in the mode that never asks', async () => {
    const { approvals, call, ran } = await bench({ mode: 'never' })
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    expect((await call()).isError).toBe(true)
    expect([ran, asked, approvals.isAttended()]).toEqual([[], [], false])
  })
})

describe('a wider answer', () => {
  test.each<[ApprovalReply, object[]]>([
    [{ kind: 'session', rules: ['echo'] }, [{ rule: 'echo', lasts: 'session' }]],
    [
      { kind: 'always', rules: ['Edit(src/**)', 'Bash(make)'], file: '/f' },
      [
        { rule: 'Edit(src/**)', lasts: 'always', file: '/f' },
        { rule: 'Bash(make)', lasts: 'always', file: '/f' },
      ],
    ],
  ])('%j is kept as it was given, before the call runs', async (reply, grants) => {
    const kept: unknown[] = []
    const { approvals, call, ran } = await bench({
      suggest: () => [['echo']],
      remember: async (given) => {
        await settle()
        kept.push([given, ran.length])
      },
    })
    approvals.addFrontEnd(always(reply, 'me'))
    await call()
    const made = { callId: 'call-1', toolName: 'echo' }
    expect(kept).toEqual(grants.map((grant) => [{ ...grant, by: 'me', for: made }, 0]))
    expect(ran).toHaveLength(1)
  })

  test('is kept with the agent, and the name of whom it acts for', async () => {
    const kept: unknown[] = []
    const { approvals, call } = await bench({ remember: (...given) => void kept.push(given) })
    approvals.addFrontEnd(always({ kind: 'session', rules: ['echo'] }))
    const agent = { principal: 'ada' }
    await call({}, { agent })
    expect(kept).toMatchObject([[{ rule: 'echo', principal: 'ada' }, agent]])
    expect((kept[0] as unknown[])[1]).toBe(agent)
  })

  test('counts once where it cannot be kept, with a warning', async () => {
    const remember = (): void => {
      throw new Error('the rule allows nothing')
    }
    const configs = [{ remember }, { remember: async () => remember() }, {}]
    for (const config of configs) {
      const { approvals, call, ran, logs } = await bench(config)
      approvals.addFrontEnd(always({ kind: 'session', rules: ['Nonsense('] }))
      expect((await call()).isError).toBe(false)
      expect(ran).toHaveLength(1)
      expect(logged(logs)).toContain('the rule "Nonsense(" is not kept, so the answer counts once')
    }
  })

  test('that is never kept does not hold up a caller that gives up', async () => {
    const { approvals, call, ran, heard } = await bench({ remember: () => new Promise(() => {}) })
    approvals.addFrontEnd(always({ kind: 'session', rules: ['echo'] }))
    const controller = new AbortController()
    const running = call({}, { signal: controller.signal })
    await settle()
    controller.abort()
    expect((await running).error?.info?.code).toBe('ABORTED_BEFORE_DISPATCH')
    expect([ran, heard.decided.map(({ outcome }) => outcome)]).toEqual([[], ['cancelled']])
  })

  test('is not offered where nothing can be suggested', async () => {
    const suggest = (): never => {
      throw new Error('no idea')
    }
    const { approvals, call, logs } = await bench({ suggest })
    const { frontEnd, asked } = handFrontEnd()
    approvals.addFrontEnd(frontEnd)
    const running = call()
    await settle()
    expect(asked[0]?.question.suggestions).toEqual([])
    expect(logged(logs)).toContain('no idea')
    asked[0]?.reply({ kind: 'once' })
    expect((await running).isError).toBe(false)
  })
})

test('listeners that fail change nothing, and are warned about', async () => {
  const { ctx, approvals, call, ran, logs } = await bench()
  ctx.on('approval/asked', () => {
    throw new Error('log is full')
  })
  ctx.on('approval/decided', () => {
    throw new Error('log is full')
  })
  approvals.addFrontEnd(always({ kind: 'once' }))
  expect((await call()).isError).toBe(false)
  expect(ran).toHaveLength(1)
  expect(logged(logs)).toMatch(/approval\/asked.*log is full[^]*approval\/decided.*log is full/)
})
