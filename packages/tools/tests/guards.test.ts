import type { ToolGuard } from '@millrace/tools'
import { createScope } from '@millrace/scope'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed } from './support/frozen.ts'
import { agentNamed, failed, forged, setup, succeeded, trappedThenable } from './support/setup.ts'
import { recordStages } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

/** A guard that appends its label and has no objection. */
function passing(label: string, order: string[]): ToolGuard {
  return () => void order.push(label) as undefined
}

describe('a guard', () => {
  verifies(['contract:W5'], 'denies with the reason that it returns', async () => {
    const { ctx, body, call } = await setup()
    ctx.tools.guard(() => 'out of hours')
    const result = failed(await call())
    expect(result).toStrictEqual({
      isError: true,
      error: { message: 'out of hours' },
      content: [{ type: 'text', text: 'Error: out of hours' }],
    })
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W5'], 'denies even with an empty reason', async () => {
    const { ctx, body, call } = await setup()
    ctx.tools.guard(() => '')
    failed(await call())
    expect(body).not.toHaveBeenCalled()
  })

  verifies(
    ['contract:W5', 'contract:W1'],
    'keeps the call from the wrappers, not from the review',
    async () => {
      const { ctx, call } = await setup()
      const ran = recordStages(ctx)
      ctx.tools.guard(() => 'no')
      await call()
      expect(ran).toEqual(['pre-execute', 'guard', 'post-execute', 'result'])
    },
  )

  verifies(['contract:W5'], 'is not asked about a call that is denied already', async () => {
    const { ctx, call } = await setup()
    const guard = vi.fn(() => undefined)
    ctx.tools.guard(guard)
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'first' }))
    expect(failed(await call()).error.message).toBe('first')
    expect(guard).not.toHaveBeenCalled()
  })

  verifies(['contract:W5'], 'cannot be bypassed by a listener in front that allows', async () => {
    const { ctx, body, call } = await setup()
    ctx.tools.guard(() => 'still no')
    ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }), { prepend: true })
    expect(failed(await call()).error.message).toBe('still no')
    expect(body).not.toHaveBeenCalled()
  })

  verifies(['contract:W5'], 'stops asking once it is disposed; disposing twice is harmless', async () => {
    const { ctx, call } = await setup()
    const dispose = ctx.tools.guard(() => 'no')
    failed(await call())
    dispose()
    dispose()
    succeeded(await call())
  })

  verifies(['contract:W5', 'contract:R7'], 'does not count as a change of the tools', async () => {
    const { ctx } = await setup()
    const changed = vi.fn()
    ctx.on('tools/change', changed)
    ctx.tools.guard(() => undefined)()
    expect(changed).not.toHaveBeenCalled()
  })

  verifies(['contract:W5'], 'goes with the plugin that registered it', async () => {
    const { ctx, call } = await setup()
    const fiber = await ctx.plugin({
      name: 'gatekeeper',
      inject: ['tools'],
      apply: (own) => void own.tools.guard(() => 'no'),
    })
    failed(await call())
    await fiber.dispose()
    succeeded(await call())
  })
})

describe('several guards', () => {
  verifies(['contract:W5'], 'are asked global first, then from the farthest ancestor, in order', async () => {
    const { ctx, call } = await setup()
    const [parent, child] = [agentNamed('parent'), agentNamed('child')]
    const outer = createScope(ctx, parent).ctx
    const inner = createScope(ctx, child, { parent }).ctx
    const order: string[] = []
    for (const label of ['child 1', 'child 2']) inner.tools.guard(passing(label, order))
    for (const label of ['parent 1', 'parent 2']) outer.tools.guard(passing(label, order))
    for (const label of ['global 1', 'global 2']) ctx.tools.guard(passing(label, order))
    succeeded(await call('echo', {}, { agent: child }))
    expect(order).toEqual(['global 1', 'global 2', 'parent 1', 'parent 2', 'child 1', 'child 2'])
  })

  verifies(['contract:W5', 'contract:W2'], 'of other agents, or of children, are not asked', async () => {
    const { ctx, call } = await setup()
    const [parent, child, other] = [agentNamed('parent'), agentNamed('child'), agentNamed('other')]
    createScope(ctx, other).ctx.tools.guard(() => 'other')
    createScope(ctx, parent)
    createScope(ctx, child, { parent }).ctx.tools.guard(() => 'child')
    succeeded(await call('echo', {}, { agent: parent }))
    succeeded(await call())
    expect(failed(await call('echo', {}, { agent: child })).error.message).toBe('child')
  })

  verifies(['contract:W5'], 'yield the first reason', async () => {
    const { ctx, call } = await setup()
    ctx.tools.guard(() => undefined)
    ctx.tools.guard(() => 'first')
    ctx.tools.guard(() => 'second')
    expect(failed(await call()).error.message).toBe('first')
  })

  verifies(['contract:W5'], 'of a global and a scoped layer yield the global reason', async () => {
    const { ctx, call } = await setup()
    const agent = agentNamed('a')
    createScope(ctx, agent).ctx.tools.guard(() => 'scoped')
    ctx.tools.guard(() => 'global')
    expect(failed(await call('echo', {}, { agent })).error.message).toBe('global')
  })

  verifies(['contract:W5'], 'may be the same function, registered and disposed independently', async () => {
    const { ctx, call } = await setup()
    const guard = vi.fn(() => undefined)
    const first = ctx.tools.guard(guard)
    ctx.tools.guard(guard)
    await call()
    expect(guard).toHaveBeenCalledTimes(2)
    first()
    first()
    await call()
    expect(guard).toHaveBeenCalledTimes(3)
  })

  verifies(['contract:W5', 'contract:S1'], 'added during the pass are still asked', async () => {
    const { ctx, call } = await setup()
    let added = false
    ctx.tools.guard(() => {
      if (!added) ctx.tools.guard(() => 'added late')
      added = true
      return undefined
    })
    expect(failed(await call()).error.message).toBe('added late')
  })

  verifies(
    ['contract:W5', 'contract:S1'],
    'added after the table ran empty wait for the next call',
    async () => {
      const { ctx, call } = await setup()
      const dispose = ctx.tools.guard(() => {
        dispose()
        ctx.tools.guard(() => 'next generation')
        return undefined
      })
      succeeded(await call())
      expect(failed(await call()).error.message).toBe('next generation')
    },
  )

  verifies(['contract:W5'], 'removed during the pass are not asked any more', async () => {
    const { ctx, call } = await setup()
    let disposeSecond = (): void => undefined
    ctx.tools.guard(() => (disposeSecond(), undefined))
    disposeSecond = ctx.tools.guard(() => 'removed')
    succeeded(await call())
  })
})

describe('a guard that returns no proper answer', () => {
  const answers: [string, () => unknown][] = [
    ['null', () => null],
    ['true', () => true],
    ['false', () => false],
    ['zero', () => 0],
    ['an object', () => ({ kind: 'allow' })],
    ['a boxed text', () => Object('no')],
    ['a function', () => () => undefined],
    ['a symbol', () => Symbol('ok')],
    ['a promise of nothing', async () => undefined],
    ['a promise of a reason', async () => 'no'],
    ['a promise that rejects', () => Promise.reject(new Error('late'))],
    ['a thenable that traps', () => trappedThenable()],
  ]
  for (const [what, answer] of answers) {
    verifies(['contract:O1'], `but ${what} denies and is named as the problem`, async () => {
      const { ctx, body, call } = await setup()
      ctx.tools.guard(forged(answer))
      const result = failed(await call())
      expect(result.error.message).toMatch(/guard/i)
      expect(body).not.toHaveBeenCalled()
      expectSealed(result)
    })
  }
})

describe('what a guard is given', () => {
  verifies(['contract:W5', 'contract:K3'], 'is the call with frozen arguments', async () => {
    const { ctx, call } = await setup()
    const seen: unknown[] = []
    ctx.tools.guard(
      (exec) => void seen.push(exec.name, exec.arguments, Object.isFrozen(exec.arguments)) as undefined,
    )
    await call('echo', { path: 'a' })
    expect(seen).toEqual(['echo', { path: 'a' }, true])
  })
})
