import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { detachJson } from './detach.ts'
import { isJsonValue, isSnapshot, snapshotJsonValue } from './snapshot.ts'
import { parseToolArguments } from './text/parse-arguments.ts'
import type { JsonValue } from './value.ts'

/** A value whose every property is a getter that counts how often it was read. */
function counted(): { value: object; reads: Map<string, number> } {
  const reads = new Map<string, number>()
  const getter = (name: string, result: () => unknown): PropertyDescriptor => ({
    enumerable: true,
    configurable: true,
    get() {
      reads.set(name, (reads.get(name) ?? 0) + 1)
      return result()
    },
  })
  const list = Object.defineProperty(
    [0, 1],
    0,
    getter('list.0', () => 'first'),
  )
  const value = Object.defineProperties(
    {},
    { a: getter('a', () => reads.size), list: getter('list', () => list) },
  )
  return { value, reads }
}

describe('hostile values', () => {
  verifies(['contract:L3', 'security:J2'], 'reads every getter once, also of a shared part', () => {
    const { value, reads } = counted()
    const snapshot = snapshotJsonValue({ one: value, two: [value] }) as { one: object; two: object[] }
    expect(snapshot.one).toEqual({ a: 1, list: ['first', 1] })
    expect(snapshot.two[0]).toBe(snapshot.one)
    expect([...reads.values()]).toEqual([1, 1, 1])
  })

  verifies(['contract:L3'], 'passes on what a getter throws, as it is', () => {
    const error = new Error('mine')
    const inObject = { get a(): never { throw error } } // oxfmt-ignore
    const inArray = Object.defineProperty([1], 0, { enumerable: true, get: () => inObject.a })
    for (const value of [inObject, { deep: [inObject] }, inArray]) {
      expect(() => snapshotJsonValue(value)).toThrow(error)
      expect(isJsonValue(value)).toBe(false)
    }
    const thrower = { get a(): never { throw 'text' } } // oxfmt-ignore
    let thrown: unknown
    try {
      snapshotJsonValue(thrower)
    } catch (caught) {
      thrown = caught
    }
    expect(thrown).toBe('text')
  })

  verifies(['contract:L2', 'security:J1'], 'a hidden setter that every object inherits gets no copy', () => {
    const stolen: unknown[] = []
    Object.defineProperty(Object.prototype, 'hidden', {
      configurable: true,
      set(this: unknown) {
        stolen.push(this)
      },
    })
    try {
      const snapshot = snapshotJsonValue({ hidden: 1, list: [{ hidden: 2, toString: 3 }] })
      expect(JSON.stringify(snapshot)).toBe('{"hidden":1,"list":[{"hidden":2,"toString":3}]}')
      expect(JSON.stringify(detachJson(snapshot))).toBe(JSON.stringify(snapshot))
    } finally {
      delete (Object.prototype as { hidden?: unknown }).hidden
    }
    expect(stolen).toEqual([])
  })

  verifies(['contract:L2'], 'refuses what only looks like an empty object', () => {
    const inside = [
      new Date(),
      new Map([[1, 2]]),
      new Set([1]),
      Promise.resolve(),
      new ArrayBuffer(8),
      new Uint8Array(0),
      Object(true),
      Object(1),
      Object(1n),
    ] as object[]
    for (const prototype of [Object.prototype, null]) {
      for (const value of inside) {
        Object.setPrototypeOf(value, prototype)
        expect(() => snapshotJsonValue({ a: [value] })).toThrow('only looks like an ordinary one at "a[0]"')
        expect(isJsonValue(value)).toBe(false)
      }
      const empty = Object.create(prototype) as object
      expect(snapshotJsonValue({ a: empty, b: runInNewContext('({})') as object })).toEqual({ a: {}, b: {} })
    }
  })

  verifies(['contract:L2'], 'copies objects of very many keys', () => {
    for (const count of [40, 79, 80, 81, 1_000]) {
      const value = Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, [index]]))
      const snapshot = snapshotJsonValue(value)
      expect(snapshot).toEqual(value)
      expect(Object.keys(snapshot as object)).toEqual(Object.keys(value))
      expect(isSnapshot(snapshot)).toBe(true)
      expect(Object.isFrozen(snapshot)).toBe(true)
    }
  })

  verifies(['contract:L3'], 'ignores toJSON', () => {
    expect(() => snapshotJsonValue({ toJSON: () => 1 })).toThrow('a function at "toJSON"')
    const quiet = Object.defineProperty({ a: 1 }, 'toJSON', { enumerable: true, value: 'data' })
    expect(snapshotJsonValue(quiet)).toEqual({ a: 1, toJSON: 'data' })
  })

  verifies(['contract:L1'], 'takes objects and arrays of another realm', () => {
    const foreign: unknown = runInNewContext('({ a: [1, { b: null }], c: Object.create(null), d: [[]] })')
    const snapshot = snapshotJsonValue(foreign) as { a: unknown[] }
    expect(snapshot).toEqual({ a: [1, { b: null }], c: {}, d: [[]] })
    expect(Object.getPrototypeOf(snapshot)).toBe(Object.prototype)
    expect(Object.getPrototypeOf(snapshot.a)).toBe(Array.prototype)
    expect(isJsonValue(runInNewContext('new Map()'))).toBe(false)
    expect(isJsonValue(runInNewContext('[1, , 2]'))).toBe(false)
    expect(isJsonValue(runInNewContext('class A extends Array {} new A()'))).toBe(false)
    const inherited: unknown = runInNewContext('Object.prototype.extra = 1; ({ own: 2 })')
    expect(snapshotJsonValue(inherited)).toEqual({ own: 2 })
  })

  const revoked = (target: object): object => {
    const { proxy, revoke } = Proxy.revocable(target, {})
    revoke()
    return proxy
  }

  verifies(['contract:L2'], 'refuses prototypes that only look like intrinsics', () => {
    const fake = (constructor: unknown): object => Object.create({ constructor }) as object
    function FakeArray(): void {}
    const likeArray: unknown[] = []
    Object.defineProperty(likeArray, 'constructor', { value: FakeArray })
    FakeArray.prototype = likeArray
    const borrowed: object = function Object() {}
    const mirror = new Proxy(Object.prototype, {})
    for (const value of [
      fake(Object),
      fake(borrowed),
      fake(revoked(Object)),
      fake(new Proxy(Object, {})),
      fake(undefined),
      Object.setPrototypeOf([], likeArray),
      Object.setPrototypeOf({}, mirror),
      Object.setPrototypeOf({}, revoked({})),
      Object.setPrototypeOf({}, Function.prototype),
    ]) {
      expect(isJsonValue(value)).toBe(false)
    }
    expect(() => snapshotJsonValue(fake(revoked(Object)))).toThrow('is not lossless JSON')
    expect(() => snapshotJsonValue(fake(revoked(Object)))).not.toThrow(TypeError)
  })

  verifies(['security:J2'], 'survives revoked proxies and traps that throw', () => {
    for (const value of [revoked({}), revoked([]), { a: revoked({}) }, [revoked([])]]) {
      expect(isJsonValue(value)).toBe(false)
      expect(() => snapshotJsonValue(value)).toThrow(TypeError)
    }
    for (const trap of ['ownKeys', 'get', 'getOwnPropertyDescriptor', 'getPrototypeOf'] as const) {
      const error = new Error(trap)
      const value = new Proxy({ a: 1 }, { [trap]: () => { throw error } }) // oxfmt-ignore
      expect(() => snapshotJsonValue(value)).toThrow(error)
      expect(isJsonValue([value])).toBe(false)
    }
  })

  verifies(['security:J2'], 'reads each property of a lying proxy once, and never asks it again', () => {
    let reads = 0
    const liar = new Proxy({ a: 0, b: 0 }, { get: () => ++reads })
    const snapshot = snapshotJsonValue(liar)
    expect(snapshot).toEqual({ a: 1, b: 2 })
    expect(reads).toBe(2)
    const list = new Proxy([0, 0, 0], { get: (target, key) => (key === 'length' ? target.length : ++reads) })
    expect(snapshotJsonValue(list)).toEqual([3, 4, 5])
    expect(isSnapshot(liar)).toBe(false)
    expect(isSnapshot(new Proxy(snapshot as object, {}))).toBe(false)
    const longer = new Proxy([1], { get: (target, key) => (key === 'length' ? 5 : Reflect.get(target, key)) })
    expect(isJsonValue(longer)).toBe(false)
  })

  test('an object that changes while it is read is taken as it was read, or refused', () => {
    const shrinking: Record<string, unknown> = {
      get a() {
        delete shrinking['b']
        return 1
      },
      b: 2,
    }
    expect(isJsonValue(shrinking)).toBe(false)
    expect(snapshotJsonValue(shrinking)).toEqual({ a: 1 })
  })

  /** Runs something while every object inherits a property. */
  function polluted<T>(name: string, property: PropertyDescriptor, run: () => T): T {
    Object.defineProperty(Object.prototype, name, { configurable: true, ...property })
    try {
      return run()
    } finally {
      delete (Object.prototype as Record<string, unknown>)[name]
    }
  }

  verifies(['security:J1'], 'what every object was made to inherit is no part of a value', () => {
    const inherited = { x: 1 }
    const found = polluted('extra', { value: inherited, enumerable: true, writable: true }, () => ({
      keys: Object.keys(snapshotJsonValue({ a: { b: 1 } }) as object),
      hidden: isJsonValue(Object.defineProperty({}, 'hidden', { value: 1 })),
      parsed: parseToolArguments('{"a":{}}'),
    }))
    expect(found).toEqual({ keys: ['a'], hidden: false, parsed: { a: {} } })
    expect(Object.isFrozen(inherited)).toBe(false)
  })

  verifies(['security:J1'], 'inherited properties that cannot be set keep no key out of a copy', () => {
    const value = JSON.parse('{"locked":1,"watched":2,"constructor":3,"__proto__":4}') as JsonValue
    const copies = polluted('locked', { value: 0 }, () =>
      polluted('watched', { set: () => undefined, get: () => 'inherited', enumerable: true }, () =>
        [snapshotJsonValue(value), detachJson(value)].map((copy) => Object.entries(copy as object)),
      ),
    )
    const expected = [
      ['locked', 1],
      ['watched', 2],
      ['constructor', 3],
      ['__proto__', 4],
    ]
    expect(copies).toEqual([expected, expected])
  })
})
