import { Context } from '@deepseek-ai/cordis'
import {
  around,
  bindScopeParent,
  createScope,
  notify,
  scopeTarget,
  ScopedEvents,
  type AroundObserver,
} from '@millrace/scope'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'

declare module '@deepseek-ai/cordis' {
  interface Events {
    'scope-test/ping'(number: number): unknown
  }
}

/** A family of scopes, each with a listener that writes down its own name. */
function family(): { root: Context; heard: string[]; keys: Record<'parent' | 'child' | 'stranger', object> } {
  const root = new Context()
  const keys = { parent: { p: 1 }, child: { c: 1 }, stranger: { s: 1 } }
  const heard: string[] = []
  root.on('scope-test/ping', () => void heard.push('unscoped'))
  for (const [name, key] of Object.entries(keys)) {
    createScope(root, key).ctx.on('scope-test/ping', () => void heard.push(name))
  }
  bindScopeParent(keys.child, keys.parent)
  return { root, heard, keys }
}

describe('a scoped event', () => {
  verifies(
    ['contract:S1', 'contract:W2'],
    'climbs to ancestors and to unscoped listeners, never down',
    () => {
      const { root, heard, keys } = family()
      root.emit(scopeTarget(root, keys.child), 'scope-test/ping', 1)
      expect(heard.splice(0)).toEqual(['unscoped', 'parent', 'child'])
      root.emit(scopeTarget(root, keys.parent), 'scope-test/ping', 1)
      expect(heard.splice(0)).toEqual(['unscoped', 'parent'])
      root.emit(scopeTarget(root, keys.stranger), 'scope-test/ping', 1)
      expect(heard.splice(0)).toEqual(['unscoped', 'stranger'])
    },
  )

  verifies(['contract:S1', 'contract:W2'], 'without a scope reaches unscoped listeners only', () => {
    const { root, heard } = family()
    root.emit(scopeTarget(root, undefined), 'scope-test/ping', 1)
    expect(heard).toEqual(['unscoped'])
  })

  verifies(['contract:S1'], 'reaches the same listeners through the list of the package', () => {
    const { root, heard, keys } = family()
    const events = new ScopedEvents(root)
    for (const key of [keys.child, keys.parent, keys.stranger, undefined]) {
      const carrier = scopeTarget(root, key)
      root.emit(carrier, 'scope-test/ping', 1)
      const emitted = heard.splice(0)
      const hooks = events.hearing('scope-test/ping', key)
      notify(hooks, carrier, [1], () => {})
      expect(heard.splice(0)).toEqual(emitted)
    }
  })

  verifies(['contract:S1'], 'notices listeners that come, go, and move with their scope', async () => {
    const root = new Context()
    const events = new ScopedEvents(root)
    const [key, parent] = [{}, {}]
    const binding = bindScopeParent(key, {})
    const count = (): number => events.hearing('scope-test/ping', key).length
    expect(count()).toBe(0)
    const off = root.on('scope-test/ping', () => {})
    const scope = createScope(root, parent)
    scope.ctx.on('scope-test/ping', () => {})
    expect(count()).toBe(1)
    binding.rebind(parent)
    expect(count()).toBe(2)
    off()
    expect(count()).toBe(1)
    await scope.dispose()
    expect(count()).toBe(0)
  })

  verifies(['contract:S1'], 'is told to whoever observes dispatches', () => {
    const root = new Context()
    const events = new ScopedEvents(root)
    expect(events.observed).toBe(false)
    const seen: unknown[][] = []
    const off = root.on('internal/dispatch', (...args) => void seen.push(args))
    expect(events.observed).toBe(true)
    const carrier = scopeTarget(root, undefined)
    events.dispatching('waterfall', 'scope-test/ping', carrier, [7])
    expect(seen).toEqual([['waterfall', 'scope-test/ping', [7], carrier]])
    off()
    expect(events.observed).toBe(false)
  })

  verifies(['contract:S1'], 'reaches a listener that asked for every scope', () => {
    const root = new Context()
    const heard = vi.fn()
    createScope(root, {}).ctx.on('scope-test/ping', heard, { global: true })
    const carrier = scopeTarget(root, {})
    root.emit(carrier, 'scope-test/ping', 1)
    expect(heard).toHaveBeenCalledTimes(1)
    notify(new ScopedEvents(root).hearing('scope-test/ping', {}), carrier, [1], () => {})
    expect(heard).toHaveBeenCalledTimes(2)
  })

  verifies(['contract:S1'], 'rides on a carrier that shows nothing of scope or service', () => {
    const base = { secret: 1 }
    const carrier = scopeTarget(base, { key: 1 })
    expect(Object.keys(carrier)).toEqual([])
    expect(JSON.stringify(carrier)).toBe('{}')
    expect(carrier).not.toBe(base)
  })
})

describe('around', () => {
  const hooksOf = (...callbacks: ((...args: unknown[]) => unknown)[]) => {
    const root = new Context()
    for (const callback of callbacks) root.on('scope-test/ping', callback as never)
    return new ScopedEvents(root).hearing('scope-test/ping', undefined)
  }
  type Next = () => Promise<string>

  verifies(['contract:O2'], 'passes all inner listeners again on a second next', async () => {
    const inner = vi.fn(async (_n: unknown, next: unknown) => `inner(${await (next as Next)()})`)
    const hooks = hooksOf(
      async (_n, next) => `${await (next as Next)()}+${await (next as Next)()}`,
      inner as never,
    )
    const body = vi.fn(async () => 'body')
    expect(await around(hooks, {}, [1], body)).toBe('inner(body)+inner(body)')
    expect(inner).toHaveBeenCalledTimes(2)
    expect(body).toHaveBeenCalledTimes(2)
  })

  verifies(
    ['contract:O2', 'contract:F6'],
    'tells an observer how each listener ended, from the inside out',
    async () => {
      const hooks = hooksOf(
        async (_n, next) => `outer(${await (next as Next)()})`,
        async (_n, next) => `inner(${await (next as Next)()})`,
      )
      const told: unknown[] = []
      const observer: AroundObserver = {
        returned: (hook, answer) => void told.push([hooks.indexOf(hook), 'returned', answer]),
        threw: (hook, error) => void told.push([hooks.indexOf(hook), 'threw', error]),
      }
      const result = await around(hooks, {}, [1], async () => 'body', observer)
      expect(result).toBe('outer(inner(body))')
      expect(told).toEqual([
        [1, 'returned', 'inner(body)'],
        [0, 'returned', 'outer(inner(body))'],
      ])
      told.length = 0
      const failing = around(hooks, {}, [1], () => Promise.reject(new Error('body')), observer)
      await expect(failing).rejects.toThrow('body')
      expect(told).toEqual([
        [1, 'threw', new Error('body')],
        [0, 'threw', new Error('body')],
      ])
    },
  )

  verifies(['contract:O2'], 'survives a listener that lets go of a next that rejects', async () => {
    const hooks = hooksOf(async (_n, next) => {
      void (next as Next)()
      return 'went on'
    })
    expect(await around(hooks, {}, [1], () => Promise.reject(new Error('body')))).toBe('went on')
    await new Promise((resolve) => setImmediate(resolve))
  })

  verifies(['contract:O2'], 'stops at a listener that does not go on', async () => {
    const inner = vi.fn()
    const body = vi.fn(async () => 'body')
    expect(
      await around(
        hooksOf(async () => 'short', inner),
        {},
        [1],
        body,
      ),
    ).toBe('short')
    expect(inner).not.toHaveBeenCalled()
    expect(body).not.toHaveBeenCalled()
  })

  verifies(
    ['contract:O2'],
    'hands a synchronous throw of an inner listener to the outer one as a rejection',
    async () => {
      const hooks = hooksOf(
        async (_n, next) => {
          try {
            return await (next as Next)()
          } catch (error) {
            return `caught ${(error as Error).message}`
          }
        },
        () => {
          throw new Error('inner')
        },
      )
      expect(await around(hooks, {}, [1], async () => 'body')).toBe('caught inner')
    },
  )
})

describe('notify', () => {
  verifies(['contract:F4'], 'tells everybody, and reports a throw and a rejection each once', async () => {
    const root = new Context()
    const heard: string[] = []
    root.on('scope-test/ping', () => {
      throw new Error('first')
    })
    root.on('scope-test/ping', async () => {
      throw new Error('second')
    })
    root.on('scope-test/ping', () => void heard.push('third'))
    const failed = vi.fn()
    const carrier = scopeTarget(root, undefined)
    const hooks = new ScopedEvents(root).hearing('scope-test/ping', undefined)
    notify(hooks, carrier, [1], failed)
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2))
    expect(heard).toEqual(['third'])
    expect(failed.mock.calls.map(([error]) => (error as Error).message)).toEqual(['first', 'second'])
  })
})
