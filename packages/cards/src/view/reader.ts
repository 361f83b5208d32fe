/** Reads one untrusted value, touching each property once; throws where its shape is wrong. */
export type Read<T> = (value: unknown) => T

/** Marks a field that may be absent. */
export interface Optional<T> {
  readonly optional: Read<T>
}

type Fields<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? Optional<T[K]> : Read<T[K]>
}

/** A list longer than this is taken for a trap, not for something to show. */
const maxItems = 1_000_000

function malformed(expected: string): TypeError {
  return new TypeError(`${expected} was expected here`)
}

export const string: Read<string> = (value) => {
  if (typeof value !== 'string') throw malformed('a string')
  return value
}

export const boolean: Read<boolean> = (value) => {
  if (typeof value !== 'boolean') throw malformed('true or false')
  return value
}

export const integer: Read<number> = (value) => {
  if (!Number.isSafeInteger(value)) throw malformed('an integer')
  return value as number
}

/** A number of things, or a line number. */
export const natural: Read<number> = (value) => {
  const number = integer(value)
  if (number < 0) throw malformed('an integer of at least 0')
  return number
}

/** An amount of anything; fractions are possible. */
export const amount: Read<number> = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw malformed('a number of at least 0')
  return value
}

export function literal<const T extends string | boolean | null>(...allowed: readonly T[]): Read<T> {
  return (value) => {
    const found = allowed.find((each) => each === value)
    if (found === undefined) throw malformed(`one of ${allowed.join(', ')}`)
    return found
  }
}

export function either<A, B>(first: Read<A>, second: Read<B>): Read<A | B> {
  return (value) => {
    try {
      return first(value)
    } catch {
      return second(value)
    }
  }
}

export function list<T>(item: Read<T>): Read<T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw malformed('an array')
    const length = value.length
    if (length > maxItems) throw malformed(`at most ${maxItems} items`)
    return Array.from({ length }, (_, index) => item(value[index]))
  }
}

export function optional<T>(read: Read<T>): Optional<T> {
  return { optional: read }
}

/** Reads the declared fields into a fresh object and leaves everything else behind. */
export function record<T extends object>(fields: Fields<T>): Read<T> {
  const entries = Object.entries<Read<unknown> | Optional<unknown>>(fields)
  return (value) => {
    if (typeof value !== 'object' || value === null) throw malformed('an object')
    const copy: Record<string, unknown> = {}
    for (const [key, field] of entries) {
      const found = (value as Record<string, unknown>)[key]
      if (typeof field === 'function') copy[key] = field(found)
      else if (found !== undefined) copy[key] = field.optional(found)
    }
    return copy as T
  }
}
