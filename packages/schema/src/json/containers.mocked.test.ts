import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { headOf, shorten, tailOf } from './cut.ts'
import { detachJson } from './detach.ts'
import { sealParsed } from './seal-parsed.ts'
import { printJson } from './print.ts'
import { isSnapshot, snapshotJsonValue } from './snapshot.ts'
import type { JsonValue } from './value.ts'

const deep = (levels: number): JsonValue =>
  JSON.parse('{"a":['.repeat(levels) + ']}'.repeat(levels)) as JsonValue

describe('detachJson', () => {
  test('gives a copy that may be changed', () => {
    const snapshot = snapshotJsonValue({ list: [{ a: 1 }, null, 'x'] })
    const copy = detachJson(snapshot) as { list: unknown[] }
    copy.list.push(2)
    expect(copy).toEqual({ list: [{ a: 1 }, null, 'x', 2] })
    expect(snapshot).toEqual({ list: [{ a: 1 }, null, 'x'] })
    expect(detachJson('scalar')).toBe('scalar')
  })

  test('does not blow up parts that a value shares', () => {
    let shared: JsonValue = { x: 1 }
    for (let level = 0; level < 60; level++) shared = [shared, shared]
    const copy = detachJson(shared) as unknown[]
    // Compared by hand: a matcher would walk both in full.
    expect([copy === shared, copy[0] === copy[1]]).toEqual([false, true])
  })

  test('keeps own __proto__ keys', () => {
    expect(JSON.stringify(detachJson(JSON.parse('{"__proto__":{"a":1}}') as JsonValue))).toBe(
      '{"__proto__":{"a":1}}',
    )
  })

  verifies(['contract:L4'], 'goes as deep as a value does', () => {
    expect(printJson(detachJson(deep(50_000)))).toHaveLength(50_000 * 8)
  })
})

describe('printJson', () => {
  verifies(['contract:L4', 'security:J3'], 'prints any depth, as JSON.stringify would', () => {
    expect(printJson(deep(50_000))).toBe('{"a":['.repeat(50_000) + ']}'.repeat(50_000))
    const wide = snapshotJsonValue({
      a: [1, 'x\n', null, {}, []],
      'k"': { b: true, c: -1.5e-7 },
      __proto__: null,
    })
    let nested: JsonValue = wide
    let text = JSON.stringify(wide)
    for (let level = 0; level < 20_000; level++) {
      nested = [nested]
      text = `[${text}]`
    }
    expect(printJson(nested)).toBe(text)
  })

  test('indents any depth, as JSON.stringify would', () => {
    const sample: JsonValue = { a: [1, { b: [] }], c: {} }
    for (const indent of [0, 1, 3, 10, 25, -1, 2.7, '\t', '', 'twelve chars']) {
      expect(printJson(sample, indent)).toBe(JSON.stringify(sample, null, indent))
    }
    const levels = 12_000
    vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
      throw new RangeError('too deep')
    })
    expect(printJson(sample, 2)).toBe('{\n  "a": [\n    1,\n    {\n      "b": []\n    }\n  ],\n  "c": {}\n}')
    expect(printJson(deep(levels)).startsWith('{"a":[')).toBe(true)
  })

  test('passes on other failures', () => {
    vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
      throw new TypeError('other')
    })
    expect(() => printJson([])).toThrow('other')
  })
  afterEach(() => vi.restoreAllMocks())
})

describe('sealParsed', () => {
  test('freezes in place and makes a snapshot of a parsed tree', () => {
    const tree = JSON.parse('{"a":[1,{"b":null}],"c":"x"}') as { a: unknown[] }
    expect(sealParsed(tree)).toBe(3)
    for (const part of [tree, tree.a, tree.a[1]]) {
      expect(Object.isFrozen(part)).toBe(true)
      expect(isSnapshot(part)).toBe(true)
    }
    expect(snapshotJsonValue(tree)).toBe(tree)
    expect(sealParsed(tree)).toBe(0)
    expect(sealParsed(7)).toBe(0)
  })

  verifies(['contract:L2', 'security:J6'], 'refuses the numbers that parsing lets through', () => {
    expect(() => sealParsed(JSON.parse('{"a":[0,-0]}'))).toThrow('value is not lossless JSON: -0 at "a[1]"')
    expect(() => sealParsed(JSON.parse('[1e999]'))).toThrow('value is not lossless JSON: Infinity at "[0]"')
    expect(() => sealParsed(-0)).toThrow('value is not lossless JSON: -0')
  })

  verifies(['contract:L2', 'contract:K3'], 'marks nothing of a tree that it refuses', () => {
    const tree = JSON.parse('{"a":{"b":[1]},"bad":{"deep":[-0]}}') as { a: { b: number[] } }
    expect(() => sealParsed(tree)).toThrow('-0 at "bad.deep[0]"')
    for (const part of [tree, tree.a, tree.a.b]) {
      expect(isSnapshot(part)).toBe(false)
      expect(Object.isFrozen(part)).toBe(false)
    }
    expect(snapshotJsonValue(tree.a)).not.toBe(tree.a)
    expect(() => snapshotJsonValue(tree)).toThrow('-0 at "bad.deep[0]"')
  })

  verifies(['contract:L4'], 'goes as deep as the parser', () => {
    const tree = deep(50_000)
    sealParsed(tree)
    expect(isSnapshot(tree)).toBe(true)
  })
})

describe('cutting texts', () => {
  test('never cuts through a code point', () => {
    const text = 'ab😀cd'
    for (let length = 0; length <= text.length; length++) {
      for (const part of [headOf(text, length), tailOf(text, length), shorten(text, Math.max(length, 1))]) {
        expect(part.isWellFormed()).toBe(true)
        expect(part.length).toBeLessThanOrEqual(Math.max(length, 1))
      }
    }
    expect(headOf(text, 3)).toBe('ab')
    expect(tailOf(text, 3)).toBe('cd')
    expect(shorten(text, 6)).toBe(text)
    expect(shorten(text, 4)).toBe('ab…')
  })
})

describe('a platform without an inspector', () => {
  afterEach(() => vi.unstubAllGlobals())

  verifies(['contract:L2'], 'long arrays are judged all the same', async () => {
    vi.resetModules()
    vi.stubGlobal('process', undefined)
    const { hasOnlyIndexes } = await import('./plain-array.ts')
    const long = Array.from({ length: 100 }, () => 0)
    expect(hasOnlyIndexes(long, 100)).toBe(true)
    Object.defineProperty(long, 'hidden', { value: 1 })
    expect(hasOnlyIndexes(long, 100)).toBe(false)
  })
})
