import { Context } from '@deepseek-ai/cordis'
import {
  AnonymousEntries,
  bindScopeParent,
  createScope,
  isWithinScope,
  lineageVersion,
  NamedEntries,
  ScopedLayers,
  scopeChainOf,
  scopeOf,
  scopeTarget,
} from '@millrace/scope'
import type { Scope, Scoped, ScopeKey, ScopeLayer } from '@millrace/scope'
import { describe, expect, expectTypeOf, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'

describe('the package', () => {
  verifies(['contract:S0'], 'exports what plugins build on', () => {
    for (const value of [createScope, bindScopeParent, scopeOf, scopeTarget, scopeChainOf]) {
      expect(value).toBeTypeOf('function')
    }
    expect([new NamedEntries(), new AnonymousEntries()].map(({ size }) => size)).toEqual([0, 0])
    expect(new ScopedLayers(() => ({ empty: true })).global.empty).toBe(true)
    expectTypeOf<Scope['ctx']>().toEqualTypeOf<Context>()
    expectTypeOf<ScopeKey>().toExtend<object>()
    expectTypeOf<Scoped<object>>().toBeObject()
    expectTypeOf<ScopeLayer>().toBeObject()
  })

  verifies(['contract:S0'], 'gives a scope exactly its context and two ways to end it', () => {
    expect(Object.keys(createScope(new Context(), {})).toSorted()).toEqual(['ctx', 'dispose', 'rawDispose'])
  })
})

describe('createScope', () => {
  verifies(['contract:S1'], 'is usable at once, inside a plugin too', async () => {
    const root = new Context()
    const heard: string[] = []
    await root.plugin((ctx) => {
      const scope = createScope(ctx, {})
      scope.ctx.effect(() => () => void heard.push('undone'))
      heard.push('registered')
    })
    expect(heard).toEqual(['registered'])
  })

  verifies(['contract:S1'], 'tags its context and those below it, and no other', () => {
    const root = new Context()
    const key = {}
    const { ctx } = createScope(root, key)
    expect(scopeOf(root)).toBeUndefined()
    expect(scopeOf(ctx)).toBe(key)
    expect(scopeOf(ctx.extend())).toBe(key)
  })

  verifies(['contract:S1'], 'lets the nearest tag win', () => {
    const [outer, inner] = [{ name: 'outer' }, { name: 'inner' }]
    const scope = createScope(new Context(), outer)
    const nested = createScope(scope.ctx, inner)
    expect(scopeOf(nested.ctx)).toBe(inner)
    expect(scopeOf(scope.ctx)).toBe(outer)
    expect(scopeChainOf(inner)).toEqual([inner])
  })

  verifies(['contract:S1'], 'passes its tag on to plugins that are loaded through it', async () => {
    const key = {}
    const { ctx } = createScope(new Context(), key)
    const seen: unknown[] = []
    await ctx.plugin((inner) => void seen.push(scopeOf(inner)))
    expect(seen).toEqual([key])
  })

  verifies(['contract:S1'], 'undoes what was registered, last first, once', async () => {
    const scope = createScope(new Context(), {})
    const undone: number[] = []
    for (const number of [1, 2, 3]) scope.ctx.effect(() => () => void undone.push(number))
    await scope.dispose()
    await scope.dispose()
    expect(undone).toEqual([3, 2, 1])
  })

  verifies(['contract:S1'], 'waits for an undo that takes time, and survives one that throws', async () => {
    const root = new Context()
    const scope = createScope(root, {})
    const undone: string[] = []
    scope.ctx.effect(() => async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      undone.push('slow')
    })
    scope.ctx.effect(() => () => {
      throw new Error('broken undo')
    })
    scope.ctx.effect(() => () => void undone.push('plain'))
    await scope.dispose()
    expect(undone).toEqual(['plain', 'slow'])
  })

  verifies(['contract:S1'], 'ends with the plugin that owns it', async () => {
    const root = new Context()
    const undone = vi.fn()
    const fiber = root.plugin((ctx) => {
      createScope(ctx, {}).ctx.effect(() => undone)
    })
    await fiber.await()
    expect(undone).not.toHaveBeenCalled()
    await fiber.dispose()
    expect(undone).toHaveBeenCalledOnce()
  })

  verifies(['contract:S1'], 'tears down at its place among the effects that yield it', async () => {
    const root = new Context()
    const order: string[] = []
    const dispose = root.effect(function* () {
      yield () => void order.push('first')
      const scope = createScope(root, {})
      scope.ctx.effect(() => () => void order.push('scope'))
      yield scope.rawDispose
      yield () => void order.push('last')
    })
    await dispose()
    expect(order).toEqual(['last', 'scope', 'first'])
  })

  verifies(['contract:S1'], 'binds its parent when it is given one', () => {
    const root = new Context()
    const [parent, child] = [{}, {}]
    createScope(root, parent)
    createScope(root, child, { parent })
    expect(scopeChainOf(child)).toEqual([child, parent])
  })
})

describe('bindScopeParent', () => {
  verifies(['contract:S1'], 'binds once', () => {
    const [key, parent, other] = [{}, {}, {}]
    bindScopeParent(key, parent)
    expect(() => bindScopeParent(key, other)).toThrow(/parent/)
    expect(() => bindScopeParent(key, parent)).toThrow(/parent/)
    expect(scopeChainOf(key)).toEqual([key, parent])
  })

  verifies(['contract:S1'], 'moves a scope only through what it returned', () => {
    const [key, parent, other] = [{ a: 1 }, { b: 2 }, { c: 3 }]
    const binding = bindScopeParent(key, parent)
    expect(Object.keys(binding)).toEqual(['rebind'])
    binding.rebind(other)
    expect(scopeChainOf(key)).toEqual([key, other])
  })

  verifies(['contract:S1'], 'tells caches that a scope has moved', () => {
    const [key, parent] = [{}, {}]
    const before = lineageVersion()
    const binding = bindScopeParent(key, parent)
    const bound = lineageVersion()
    expect(bound).not.toBe(before)
    expect([isWithinScope(key, parent), isWithinScope(parent, key), isWithinScope(undefined, key)]).toEqual([
      true,
      false,
      false,
    ])
    binding.rebind(undefined)
    expect(lineageVersion()).not.toBe(bound)
    expect(isWithinScope(key, parent)).toBe(false)
  })

  verifies(['contract:S1'], 'refuses every cycle and keeps what was', () => {
    const [a, b, c] = [{ a: 1 }, { b: 2 }, { c: 3 }]
    expect(() => bindScopeParent(a, a)).toThrow()
    const binding = bindScopeParent(b, a)
    bindScopeParent(c, b)
    expect(() => bindScopeParent(a, c)).toThrow()
    expect(() => binding.rebind(c)).toThrow()
    expect(scopeChainOf(c)).toEqual([c, b, a])
  })
})

describe('two installed copies', () => {
  verifies(['contract:O4'], 'agree on the scope of a context and on its ancestors', async () => {
    vi.resetModules()
    const copy = await import('@millrace/scope')
    expect(copy.createScope).not.toBe(createScope)
    const root = new Context()
    const [parent, child] = [{ name: 'parent' }, { name: 'child' }]
    const { ctx } = copy.createScope(root, child, { parent })
    expect(scopeOf(ctx)).toBe(child)
    expect(scopeChainOf(child)).toEqual([child, parent])
    expect(() => bindScopeParent(child, {})).toThrow(/parent/)
    expect(copy.scopeOf(createScope(root, parent).ctx)).toBe(parent)
  })
})
