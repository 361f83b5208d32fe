import { WorkbenchError } from './workbench-error.ts'

/** Reads a value as what it must be. @param at - where it stands, for the message. @throws WorkbenchError `BAD_REQUEST`. */
export type Shape<T> = (value: unknown, at: string) => T

/** A member that may be absent. */
export interface Optional<T> {
  readonly optional: Shape<T>
}

type Members<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Optional<NonNullable<T[K]>> : Shape<T[K]>
}

function wrong(at: string, expected: string): never {
  throw new WorkbenchError('BAD_REQUEST', `${at === '' ? 'the body' : `"${at}"`} must be ${expected}`)
}

/** Any text, perhaps an empty one. */
export const text: Shape<string> = (value, at) => (typeof value === 'string' ? value : wrong(at, 'a text'))

/** A text that says something. */
export const words: Shape<string> = (value, at) => {
  const said = text(value, at)
  return said.trim() === '' ? wrong(at, 'a text that is not blank') : said
}

/** One of some words. */
export function oneOf<const T extends string>(...all: readonly T[]): Shape<T> {
  return (value, at) =>
    all.find((each) => each === value) ?? wrong(at, `one of ${all.map((each) => `"${each}"`).join(', ')}`)
}

/** A list. */
export function list<T>(item: Shape<T>, most = 1000): Shape<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) return wrong(at, 'a list')
    if (value.length > most) return wrong(at, `a list of at most ${most}`)
    return value.map((each, index) => item(each, `${at}[${index}]`))
  }
}

/** A member that may be absent. */
export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape }
}

/** An object with these members and no others. */
export function record<T extends object>(members: Members<T>): Shape<T> {
  const shapes = Object.entries<Shape<unknown> | Optional<unknown>>(members)
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(at, 'an object')
    const given = value as Record<string, unknown>
    const stranger = Object.keys(given).find((name) => !Object.hasOwn(members, name))
    if (stranger !== undefined) return wrong(at, `an object without ${JSON.stringify(stranger)}`)
    const read: [string, unknown][] = []
    for (const [name, shape] of shapes) {
      const place = at === '' ? name : `${at}.${name}`
      if (typeof shape === 'function') read.push([name, shape(given[name], place)])
      else if (Object.hasOwn(given, name)) read.push([name, shape.optional(given[name], place)])
    }
    return Object.fromEntries(read) as T
  }
}

/** An object whose member `kind` says what else it has. */
export function kinds<T extends { readonly kind: string }>(byKind: {
  readonly [K in T['kind']]: Shape<Extract<T, { kind: K }>>
}): Shape<T> {
  const names = Object.keys(byKind)
  const name = oneOf(...names)
  return (value, at) => {
    const given: unknown =
      typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
    const kind = name(given, at === '' ? 'kind' : `${at}.kind`) as T['kind']
    return byKind[kind](value, at)
  }
}
