import { Context } from '@deepseek-ai/cordis'
import { AnonymousEntries, createScope, NamedEntries, ScopedLayers, type ScopeLayer } from '@millrace/scope'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'

class Names implements ScopeLayer {
  readonly entries = new NamedEntries<number>()
  get empty(): boolean {
    return this.entries.size === 0
  }
}

function layered(): { root: Context; layers: ScopedLayers<Names>; created: () => number } {
  const create = vi.fn(() => new Names())
  return { root: new Context(), layers: new ScopedLayers(create), created: () => create.mock.calls.length }
}

function add(layers: ScopedLayers<Names>, ctx: Context, name: string, changed?: () => void): () => void {
  const apply = (layer: Names): (() => void) => layer.entries.insert(name, 1)
  return layers.effect(ctx, { apply, label: `add(${name})`, ...(changed && { changed }) })
}

describe('ScopedLayers', () => {
  verifies(['contract:S1'], 'makes the layer of a scope when it is needed and drops it when empty', () => {
    const { root, layers, created } = layered()
    const key = {}
    const { ctx } = createScope(root, key)
    expect(created()).toBe(1)
    expect(layers.get(key)).toBeUndefined()
    const undo = [add(layers, ctx, 'a'), add(layers, ctx, 'b')]
    expect(created()).toBe(2)
    expect(layers.get(key)?.entries.size).toBe(2)
    expect(layers.global.empty).toBe(true)
    undo[0]?.()
    expect(layers.get(key)?.entries.size).toBe(1)
    undo[1]?.()
    expect(layers.get(key)).toBeUndefined()
  })

  verifies(['contract:S1'], 'puts the registrations of a plain context into the global layer', () => {
    const { root, layers } = layered()
    const undo = add(layers, root, 'a')
    expect(layers.global.entries.has('a')).toBe(true)
    undo()
    expect(layers.global.entries.has('a')).toBe(false)
  })

  verifies(['contract:S1'], 'undoes without anybody to notify', () => {
    const { root, layers } = layered()
    add(layers, root, 'a')()
    expect(layers.global.empty).toBe(true)
  })

  verifies(['contract:S1'], 'runs the undo first and notifies afterwards, once', () => {
    const { root, layers } = layered()
    const states: boolean[] = []
    const undo = add(layers, root, 'a', () => void states.push(layers.global.entries.has('a')))
    undo()
    undo()
    expect(states).toEqual([true, false])
  })

  verifies(['contract:S1', 'contract:R7'], 'takes a registration back whose notice throws', () => {
    const { root, layers } = layered()
    const key = {}
    const { ctx } = createScope(root, key)
    const broken = (): never => {
      throw new Error('listener')
    }
    expect(() => add(layers, root, 'a', broken)).toThrow('listener')
    expect(() => add(layers, ctx, 'a', broken)).toThrow('listener')
    expect(layers.global.empty).toBe(true)
    expect(layers.get(key)).toBeUndefined()
    add(layers, root, 'a')
    expect(layers.global.entries.has('a')).toBe(true)
  })

  verifies(['contract:S1'], 'leaves no layer behind when a registration is refused', () => {
    const { root, layers } = layered()
    const key = {}
    const { ctx } = createScope(root, key)
    const refuse = (): never => {
      throw new Error('refused')
    }
    expect(() => layers.effect(ctx, { apply: refuse, label: 'refused' })).toThrow('refused')
    expect(layers.get(key)).toBeUndefined()
  })

  verifies(['contract:R7'], 'tells those who heard of the registration that it was taken back', () => {
    const { root, layers } = layered()
    const states: boolean[] = []
    const undo = (): void => {
      states.push(layers.global.entries.has('a'))
      if (states.length === 1) throw new Error('listener')
    }
    expect(() => add(layers, root, 'a', undo)).toThrow('listener')
    expect(states).toEqual([true, false])
  })

  verifies(['contract:R6'], 'undoes at once when the owner ends while it is being told', () => {
    const { root, layers } = layered()
    const states: boolean[] = []
    const key = {}
    const scope = createScope(root, key)
    add(layers, scope.ctx, 'a', () => {
      states.push(layers.get(key)?.entries.has('a') === true)
      scope.rawDispose()
    })
    expect(layers.get(key)).toBeUndefined()
    expect(states).toEqual([true, false])
  })

  verifies(['contract:R6'], 'refuses an owner that has ended, and leaves nothing', async () => {
    const { root, layers } = layered()
    let context: Context | undefined
    const fiber = root.plugin((ctx) => {
      context = ctx
    })
    await fiber.await()
    await fiber.dispose()
    expect(() => add(layers, context!, 'a')).toThrow(/inactive/)
    expect(layers.global.empty).toBe(true)
  })

  verifies(
    ['contract:R6'],
    'refuses an owner that is being unloaded because a service went away',
    async () => {
      const { root, layers } = layered()
      const errors: unknown[] = []
      const withdraw = root.reflect.provide('layers-test', {})
      const plugin = {
        name: 'dependent',
        inject: ['layers-test'],
        apply: (ctx: Context) =>
          ctx.effect(() => () => {
            try {
              add(layers, ctx, 'late')
            } catch (error) {
              errors.push(error)
            }
          }),
      }
      await root.plugin(plugin).await()
      await withdraw()
      await new Promise((resolve) => setImmediate(resolve))
      expect(errors).toHaveLength(1)
      expect(layers.global.empty).toBe(true)
    },
  )

  verifies(['contract:R6'], 'shows its label among the effects of its owner', () => {
    const { root, layers } = layered()
    const undo = add(layers, root, 'a')
    const labels = (): string[] => [...root.fiber.getEffects()].map(({ label }) => label)
    expect(labels()).toContain('add(a)')
    undo()
    expect(labels()).not.toContain('add(a)')
  })

  verifies(['contract:S1'], 'ends registrations with their scope', async () => {
    const { root, layers } = layered()
    const key = {}
    const scope = createScope(root, key)
    add(layers, scope.ctx, 'a', () => {})
    await scope.dispose()
    expect(layers.get(key)).toBeUndefined()
  })
})

describe('NamedEntries', () => {
  verifies(['contract:S1'], 'keeps the order of insertion and refuses a taken name', () => {
    const entries = new NamedEntries<number>()
    entries.insert('b', 1)
    entries.insert('a', 2)
    expect(() => entries.insert('b', 3)).toThrow(/b/)
    expect([...entries]).toEqual([
      ['b', 1],
      ['a', 2],
    ])
    expect(entries.get('b')).toBe(1)
  })

  verifies(
    ['contract:S1'],
    'shows what is added during a pass, until everything was removed in between',
    () => {
      const entries = new NamedEntries<number>()
      const undo = entries.insert('a', 1)
      const live: string[] = []
      for (const [name] of entries) {
        live.push(name)
        if (name === 'a') entries.insert('b', 2)
      }
      expect(live).toEqual(['a', 'b'])

      const drained = new NamedEntries<number>()
      const undoFirst = drained.insert('a', 1)
      const seen: string[] = []
      for (const [name] of drained) {
        seen.push(name)
        undoFirst()
        if (seen.length < 3) drained.insert('a', 2)
      }
      expect(seen).toEqual(['a'])
      expect(drained.get('a')).toBe(2)
      undo()
    },
  )

  verifies(['contract:S1'], 'undoes its own entry only', () => {
    const entries = new NamedEntries<number>()
    const undo = entries.insert('a', 1)
    undo()
    entries.insert('a', 2)
    undo()
    expect(entries.get('a')).toBe(2)
  })
})

describe('AnonymousEntries', () => {
  verifies(['contract:S1', 'contract:W5'], 'holds the same value twice, each with an undo of its own', () => {
    const entries = new AnonymousEntries<string>()
    const undo = entries.add('guard')
    entries.add('guard')
    expect(entries.size).toBe(2)
    undo()
    undo()
    expect([...entries]).toEqual(['guard'])
    expect(entries.size).toBe(1)
  })

  verifies(
    ['contract:S1', 'contract:W5'],
    'shows what is added during a pass of the same generation only',
    () => {
      const entries = new AnonymousEntries<number>()
      entries.add(1)
      const seen: number[] = []
      for (const value of entries) {
        seen.push(value)
        if (value < 3) entries.add(value + 1)
      }
      expect(seen).toEqual([1, 2, 3])

      const drained = new AnonymousEntries<number>()
      const undo = drained.add(1)
      const pass: number[] = []
      for (const value of drained) {
        pass.push(value)
        undo()
        if (pass.length < 3) drained.add(value + 1)
      }
      expect(pass).toEqual([1])
      expect([...drained]).toEqual([2])
    },
  )
})
