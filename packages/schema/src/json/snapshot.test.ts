import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { JsonValueError } from './errors.ts'
import { isJsonValue, isSnapshot, snapshotJsonValue } from './snapshot.ts'

const reasonOf = (value: unknown): string => {
  try {
    snapshotJsonValue(value)
  } catch (error) {
    expect(error).toBeInstanceOf(JsonValueError)
    expect(error).toMatchObject({ code: 'NOT_LOSSLESS_JSON' })
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

const nested = (levels: number, leaf: unknown): unknown => {
  let value = leaf
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value]
  return value
}

describe('snapshotJsonValue', () => {
  verifies(['contract:L1'], 'copies plain JSON and freezes the copy through and through', () => {
    const value = { a: [1, 2.5, -3, { b: null }], c: 'text', d: true, e: {}, f: [], g: 5e-324, h: '\ud800' }
    const snapshot = snapshotJsonValue(value) as typeof value
    expect(snapshot).toEqual(value)
    expect(snapshot).not.toBe(value)
    for (const part of [snapshot, snapshot.a, snapshot.a[3], snapshot.e, snapshot.f]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
    value.a.push(9)
    expect(snapshot.a).toHaveLength(4)
    expect(Object.isFrozen(value)).toBe(false)
  })

  verifies(['contract:L1'], 'takes every scalar that JSON keeps', () => {
    for (const scalar of [null, true, false, 0, -1, 1e308, 'x', '', '\udc00']) {
      expect(snapshotJsonValue(scalar)).toBe(scalar)
      expect(isJsonValue(scalar)).toBe(true)
      expect(isSnapshot(scalar)).toBe(true)
    }
  })

  verifies(['contract:L1'], 'keeps shared parts shared', () => {
    const shared = { x: [1] }
    const snapshot = snapshotJsonValue({ a: shared, b: [shared, shared], c: shared.x }) as {
      a: { x: unknown }
      b: unknown[]
      c: unknown
    }
    expect(snapshot.b).toEqual([shared, shared])
    expect(snapshot.b[0]).toBe(snapshot.a)
    expect(snapshot.b[1]).toBe(snapshot.a)
    expect(snapshot.c).toBe(snapshot.a.x)
  })

  verifies(
    ['contract:L1'],
    'takes as long for a value that shares itself a hundred times as for a small one',
    () => {
      let value: unknown = { leaf: true }
      for (let level = 0; level < 100; level++) value = [value, value]
      expect(isJsonValue(value)).toBe(true)
      expect(isSnapshot(snapshotJsonValue(value))).toBe(true)
    },
  )

  const decorated = (decorate: (array: unknown[]) => unknown, array: unknown[] = [1, 2]): unknown[] => {
    decorate(array)
    return array
  }
  const hidden = { value: 1, enumerable: false }
  const refused: readonly (readonly [unknown, string])[] = [
    [undefined, 'value is not lossless JSON: undefined'],
    [{ a: { b: [0, 0, 0, undefined] } }, 'value is not lossless JSON: undefined at "a.b[3]"'],
    [[undefined], 'undefined at "[0]"'],
    [Number.NaN, 'NaN'],
    [{ n: Number.POSITIVE_INFINITY }, 'Infinity at "n"'],
    [[Number.NEGATIVE_INFINITY], '-Infinity at "[0]"'],
    [{ n: -0 }, '-0 at "n"'],
    [1n, 'a bigint'],
    [Symbol('s'), 'a symbol'],
    [{ f() {} }, 'a function at "f"'],
    [new Map(), 'an instance of Map'],
    [{ set: new Set() }, 'an instance of Set at "set"'],
    [new Date(), 'an instance of Date'],
    [Object.create({}), 'an object with a prototype of its own'],
    [Object.create(Object.create(null)), 'an object with a prototype of its own'],
    [new (class Point {})(), 'an instance of Point'],
    [new (class List extends Array {})(), 'an instance of List'],
    [Object(1), 'an instance of Number'],
    [/x/, 'an instance of RegExp'],
    [new Uint8Array(1), 'an instance of Uint8Array'],
    [Object.setPrototypeOf([], null), 'an object'],
    [Object.setPrototypeOf([], Object.prototype), 'an instance of Object'],
    [Object.setPrototypeOf({}, Array.prototype), 'an instance of Array'],
    [Object.setPrototypeOf([], []), 'an object with a prototype of its own'],
    // oxlint-disable-next-line no-sparse-arrays
    [{ list: [1, , 3] }, 'a sparse array at "list"'],
    [decorated((array) => (array.length = 3)), 'a sparse array'],
    [decorated((array) => Object.assign(array, { extra: 1 })), 'an array with keys besides its indexes'],
    [decorated((array) => Object.assign(array, { length: 3, extra: 1 })), 'an array with keys besides'],
    [decorated((array) => Object.assign(array, { [Symbol('s')]: 1 })), 'an array with keys besides'],
    [decorated((array) => Object.defineProperty(array, 'hidden', hidden)), 'an array with keys besides'],
    [decorated((array) => Object.defineProperty(array, 0, hidden)), 'a sparse array'],
    [/x/.exec('x'), 'an array with keys besides its indexes'],
    [{ [Symbol('s')]: 1 }, 'an object with symbol keys'],
    [Object.defineProperty({ a: 1 }, 'hidden', hidden), 'an object with non-enumerable keys'],
    [{ deep: [Object.defineProperty({}, 'x', hidden)] }, 'an object with non-enumerable keys at "deep[0]"'],
  ]
  verifies(
    ['contract:L2', 'security:J2'],
    'refuses whatever JSON would change, drop or fail on, and says where',
    () => {
      for (const [value, reason] of refused) {
        expect(reasonOf(value)).toContain(reason)
        expect(isJsonValue(value)).toBe(false)
        expect(isSnapshot(value)).toBe(false)
      }
    },
  )

  verifies(['contract:L2'], 'refuses the same of long arrays', () => {
    const long = (): unknown[] => Array.from({ length: 100 }, (_, index) => index)
    expect(snapshotJsonValue(long())).toEqual(long())
    for (const decorate of [
      (array: unknown[]) => Object.assign(array, { extra: 1 }),
      (array: unknown[]) => Object.assign(array, { [Symbol('s')]: 1 }),
      (array: unknown[]) => Object.defineProperty(array, 'hidden', hidden),
      (array: unknown[]) => Object.defineProperty(array, Symbol('s'), hidden),
      (array: unknown[]) => Object.defineProperty(array, 50, hidden),
      (array: unknown[]) => Reflect.deleteProperty(array, 50),
      (array: unknown[]) => (array[70] = undefined),
    ]) {
      expect(isJsonValue(decorated(decorate, long()))).toBe(false)
    }
    const compensated = decorated(
      (array) => Reflect.deleteProperty(array, 50) && Object.assign(array, { extra: 1 }),
      long(),
    )
    expect(Object.keys(compensated)).toHaveLength(100)
    expect(reasonOf(compensated)).toContain('an array with keys besides its indexes')
  })

  verifies(['contract:L2'], 'refuses cycles, at the shortest path', () => {
    const loop: Record<string, unknown> = { a: { b: [] } }
    ;(loop['a'] as { b: unknown[] }).b.push(loop)
    expect(reasonOf(loop)).toBe('value is not lossless JSON: a cycle at "a.b[0]"')
    const self: unknown[] = []
    self.push(self)
    expect(reasonOf({ x: [self] })).toContain('a cycle at "x[0][0]"')
    expect(isJsonValue(self)).toBe(false)
  })

  verifies(['contract:L3'], 'makes an ordinary object of one without a prototype', () => {
    const snapshot = snapshotJsonValue({ inner: Object.assign(Object.create(null), { a: 1 }) })
    expect(snapshot).toEqual({ inner: { a: 1 } })
    expect(Object.getPrototypeOf((snapshot as { inner: object }).inner)).toBe(Object.prototype)
  })

  verifies(['contract:L3', 'security:J1', 'fault:B012'], 'keeps own __proto__ keys as data', () => {
    const text = '{"__proto__":{"polluted":1},"a":{"__proto__":null},"constructor":{"prototype":{"p":1}}}'
    const snapshot = snapshotJsonValue(JSON.parse(text))
    expect(JSON.stringify(snapshot)).toBe(text)
    expect(Object.getPrototypeOf(snapshot)).toBe(Object.prototype)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  verifies(['contract:L4', 'security:J3'], 'goes 100,000 levels deep', () => {
    const snapshot = snapshotJsonValue(nested(100_000, 'leaf'))
    let depth = 0
    for (let at: unknown = snapshot; typeof at === 'object'; at = Object.values(at as object)[0]) depth++
    expect(depth).toBe(100_000)
    expect(reasonOf(nested(100_000, undefined))).toMatch(/undefined at "\[0\]\.a\[0\]\.a.*….*\[0\]\.a"$/)
  })

  verifies(['security:J3'], 'takes an object of 100,000 keys and an array of as many items', () => {
    const object = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key ${index}`, index]))
    expect(snapshotJsonValue(object)).toEqual(object)
    expect(snapshotJsonValue(Object.values(object))).toEqual(Object.values(object))
  })

  test('knows its own results again, also inside a new value', () => {
    const first = snapshotJsonValue({ a: [1] }) as { a: unknown[] }
    expect(snapshotJsonValue(first)).toBe(first)
    expect(snapshotJsonValue(first.a)).toBe(first.a)
    expect(isSnapshot(first)).toBe(true)
    const outer = snapshotJsonValue({ first, again: [first] }) as { first: unknown; again: unknown[] }
    expect(outer.first).toBe(first)
    expect(outer.again[0]).toBe(first)
    expect(isSnapshot(Object.freeze({ a: 1 }))).toBe(false)
    expect(isSnapshot(undefined)).toBe(false)
  })

  test('marks its results so that nobody sees it', () => {
    const snapshot = snapshotJsonValue({ a: 1 })
    expect(Reflect.ownKeys(snapshot as object)).toEqual(['a'])
    expect(Reflect.ownKeys(snapshotJsonValue([1]) as object)).toEqual(['0', 'length'])
  })

  test('shortens the names of classes', () => {
    const Long = { ['L'.repeat(500)]: class {} }['L'.repeat(500)] as new () => object
    expect(reasonOf(new Long())).toHaveLength('value is not lossless JSON: an instance of '.length + 60)
  })
})
