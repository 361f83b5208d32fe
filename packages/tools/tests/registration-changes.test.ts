import { createScope } from '@millrace/scope'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, setup, succeeded, tool } from './support/setup.ts'

describe('the disposer of a registration', () => {
  verifies(['contract:R6'], 'unregisters, once, and touches no later tool of that name', async () => {
    const { tools } = await setup()
    const dispose = tools.register(tool({ name: 'brief' }))
    dispose()
    expect(tools.get('brief')).toBeUndefined()
    const later = tool({ name: 'brief' })
    tools.register(later)
    dispose()
    expect(tools.get('brief')).toBe(later)
  })

  verifies(
    ['contract:R6'],
    'is the effect disposer, so that a composite tears down at its place',
    async () => {
      const { ctx, tools } = await setup()
      const seen: [string, boolean][] = []
      const note = (step: string) => () => void seen.push([step, tools.get('part') !== undefined])
      const dispose = ctx.effect(function* () {
        yield note('first')
        yield tools.register(tool({ name: 'part' }))
        yield note('last')
      })
      expect(tools.get('part')).toBeDefined()
      await dispose()
      expect(seen).toEqual([
        ['last', true],
        ['first', false],
      ])
    },
  )

  verifies(['contract:R6'], 'is called when the plugin ends', async () => {
    const { ctx, tools, call } = await setup()
    const fiber = ctx.plugin({
      name: 'author',
      inject: ['tools'],
      apply: (inner) => {
        inner.tools.register(tool({ name: 'part' }))
        inner.tools.guard(() => 'no')
      },
    })
    await fiber.await()
    expect(tools.get('part')).toBeDefined()
    await fiber.dispose()
    expect(tools.get('part')).toBeUndefined()
    expect(succeeded(await call()).value).toEqual({})
  })

  verifies(['contract:R6'], 'is called when the scope ends', async () => {
    const { ctx, tools } = await setup()
    const agent = agentNamed('one')
    const scope = createScope(ctx, agent)
    scope.ctx.tools.register(tool({ name: 'own' }))
    scope.ctx.tools.restrict({ deny: ['echo'] })
    expect(tools.schemas(agent).map(({ name }) => name)).toEqual(['own'])
    await scope.dispose()
    expect(tools.schemas(agent).map(({ name }) => name)).toEqual(['echo'])
  })
})

describe('tools/change', () => {
  verifies(['contract:R7'], 'is emitted after the insertion and after the removal', async () => {
    const { ctx, tools } = await setup()
    const seen: boolean[] = []
    ctx.on('tools/change', () => void seen.push(tools.get('brief') !== undefined))
    const dispose = tools.register(tool({ name: 'brief' }))
    dispose()
    dispose()
    expect(seen).toEqual([true, false])
  })

  verifies(['contract:R7'], 'is heard in every scope, whatever scope changed', async () => {
    const { ctx, tools } = await setup()
    const [one, other] = [createScope(ctx, agentNamed('one')), createScope(ctx, agentNamed('other'))]
    const heard = vi.fn()
    other.ctx.on('tools/change', heard)
    const dispose = one.ctx.tools.register(tool({ name: 'own' }))
    expect(heard).toHaveBeenCalledTimes(1)
    tools.register(tool({ name: 'global' }))
    expect(heard).toHaveBeenCalledTimes(2)
    dispose()
    expect(heard).toHaveBeenCalledTimes(3)
  })

  verifies(['contract:R7'], 'is emitted for restrictions and presentations, not for guards', async () => {
    const { ctx, tools } = await setup()
    const { ctx: scoped } = createScope(ctx, agentNamed('one'))
    const heard = vi.fn()
    ctx.on('tools/change', heard)
    tools.guard(() => undefined)()
    scoped.tools.guard(() => undefined)()
    expect(heard).not.toHaveBeenCalled()
    scoped.tools.restrict({ deny: ['echo'] })()
    expect(heard).toHaveBeenCalledTimes(2)
    scoped.tools.presentAs('native')()
    expect(heard).toHaveBeenCalledTimes(4)
  })

  verifies(['contract:R7'], 'rolls a registration back when a listener throws', async () => {
    const { ctx, tools } = await setup()
    const agent = agentNamed('one')
    const { ctx: scoped } = createScope(ctx, agent)
    const off = ctx.on('tools/change', () => {
      throw new Error('listener is broken')
    })
    expect(() => tools.register(tool({ name: 'brief' }))).toThrow('listener is broken')
    expect(() => scoped.tools.register(tool({ name: 'own' }))).toThrow('listener is broken')
    expect(() => scoped.tools.restrict({ deny: ['echo'] })).toThrow('listener is broken')
    expect(tools.schemas(agent).map(({ name }) => name)).toEqual(['echo'])
    off()
    const dispose = tools.register(tool({ name: 'brief' }))
    expect(tools.get('brief')).toBeDefined()
    dispose()
    expect(tools.get('brief')).toBeUndefined()
  })

  verifies(['contract:R7'], 'is not emitted for a registration that is refused', async () => {
    const { ctx, tools } = await setup()
    const heard = vi.fn()
    ctx.on('tools/change', heard)
    expect(() => tools.register(tool())).toThrow()
    expect(() => tools.register(tool({ name: 'run_code' }))).toThrow()
    expect(heard).not.toHaveBeenCalled()
  })
})
