import { shorten } from './cut.ts'

/** What an object is called whose own code throws at the first look. */
export const unreadable = 'a value that throws when it is read'

/** Names of classes are untrusted text, too. */
const longestName = 60

/** What a value that is not JSON is, in a word or two; runs none of the value's own code and never throws. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'undefined'
    case 'number':
      return Object.is(value, -0) ? '-0' : `${value}`
    case 'bigint':
      return 'a bigint'
    case 'symbol':
      return 'a symbol'
    case 'function':
      return 'a function'
    case 'object':
      return value === null ? 'null' : describeObject(value)
    default:
      return `a ${typeof value}`
  }
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
