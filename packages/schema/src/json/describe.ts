import { shorten } from './cut.ts'
import { Refused } from './refused.ts'

/** What an object is called whose own code throws at the first look. */
export const unreadable = 'a value that throws when it is read'

/** Names of classes are untrusted text, too. */
const longestName = 60

/** How values without anything inside are called, by their `typeof`. */
const names: Readonly<Record<string, string>> = {
  undefined: 'undefined',
  string: 'a string',
  boolean: 'a boolean',
  bigint: 'a bigint',
  symbol: 'a symbol',
  function: 'a function',
}

/** What a value is, in a word or two; runs none of its own code and never throws. */
export function describeValue(value: unknown): string {
  if (typeof value === 'number') return describeNumber(value)
  if (typeof value !== 'object') return names[typeof value] ?? typeof value
  return value === null ? 'null' : describeObject(value)
}

function describeNumber(value: number): string {
  if (Object.is(value, -0)) return '-0'
  if (!Number.isFinite(value)) return `${value}`
  return Number.isInteger(value) ? 'an integer' : 'a number with a fraction'
}

/** What stands somewhere in a tolerant copy. */
export function describeFound(value: unknown): string {
  if (value instanceof Refused) return value.what
  if (typeof value !== 'object' || value === null) return describeValue(value)
  return Array.isArray(value) ? 'an array' : 'an object'
}

function describeObject(value: object): string {
  try {
    const name = className(value)
    return name === undefined ? 'an object with a prototype of its own' : `an instance of ${name}`
  } catch {
    return unreadable
  }
}

function className(value: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (typeof prototype !== 'object' || prototype === null) return undefined
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  if (typeof constructor !== 'function') return undefined
  const name: unknown = Object.getOwnPropertyDescriptor(constructor, 'name')?.value
  return typeof name === 'string' && name !== '' ? shorten(name, longestName) : undefined
}
