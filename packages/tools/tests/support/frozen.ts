import { expect } from 'vitest'

/** The first place in `value` that is not frozen, or undefined when all of it is. */
export function thawedPath(value: unknown): string | undefined {
  const pending: { at: string; value: unknown }[] = [{ at: '$', value }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (!Object.isFrozen(next.value)) return next.at
    for (const [key, child] of Object.entries(next.value))
      pending.push({ at: `${next.at}.${key}`, value: child })
  }
  return undefined
}

/** Whether `value` and everything in it is frozen. */
export function deepFrozen(value: unknown): boolean {
  return thawedPath(value) === undefined
}

/** Asserts that `result` is frozen throughout and survives JSON text unchanged. */
export function expectSealed(result: unknown): void {
  expect(thawedPath(result)).toBeUndefined()
  expect(JSON.parse(JSON.stringify(result))).toStrictEqual(result)
}

/** An object like `source` whose properties are getters; every read is appended to `reads`. */
export function observed<T extends object>(source: T, reads: string[]): T {
  const target: T = Object.create(Object.getPrototypeOf(source))
  for (const [key, value] of Object.entries(source)) {
    Object.defineProperty(target, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        reads.push(key)
        return value
      },
    })
  }
  return target
}

/** Asserts that no property was read twice. */
export function expectReadOnce(reads: readonly string[]): void {
  expect(reads.toSorted()).toEqual([...new Set(reads)].toSorted())
}
