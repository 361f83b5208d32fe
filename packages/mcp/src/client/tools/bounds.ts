import type { JsonObject, JsonValue } from '@millrace/schema'
import { isRecord } from '../../is-record.ts'

/** Judges a part of a value. Most keep all bounds, so that where a part stands is only told once one does not. */
interface Check {
  keeps(value: JsonValue): boolean
  /** Notes what is wrong with the part at a path. */
  explain(value: JsonValue, path: string, wrong: string[]): void
}

/** A schema without bounds, and what judges them of values that it accepts. */
export interface SplitSchema {
  readonly plain: JsonValue
  /** One line for each bound that a value does not keep. */
  readonly bounds: (value: JsonValue) => string[]
}

/**
 * Takes the bounds of numbers, texts and lists out of the properties and items of a schema, since our own compiler knows
 * none and libraries write some for every integer. Those elsewhere, such as in a union, stay. The depth is the caller's to bound.
 */
export function splitBounds(schema: JsonValue): SplitSchema {
  const { plain, check } = split(schema)
  return {
    plain,
    bounds(value) {
      const wrong: string[] = []
      if (check?.keeps(value) === false) check.explain(value, '', wrong)
      return wrong
    },
  }
}

interface Split {
  readonly plain: JsonValue
  readonly check: Check | undefined
}

function split(schema: JsonValue): Split {
  if (!isRecord(schema)) {
    return { plain: schema, check: undefined }
  }
  const plain: JsonObject = {}
  const checks: Check[] = []
  for (const [key, value] of Object.entries(schema)) {
    const bound = typeof value === 'number' ? boundOf(key, value) : undefined
    const inner = bound === undefined ? innerOf(key, value) : undefined
    if (bound === undefined) Object.defineProperty(plain, key, own(inner?.plain ?? value))
    const check = bound ?? inner?.check
    if (check !== undefined) checks.push(check)
  }
  return { plain, check: checks.length === 0 ? undefined : all(checks) }
}

/** A key may be any, `__proto__` too. */
const own = (value: JsonValue): PropertyDescriptor => ({
  value,
  configurable: true,
  enumerable: true,
  writable: true,
})

function all(checks: readonly Check[]): Check {
  const [only] = checks
  if (only !== undefined && checks.length === 1) return only
  return {
    keeps(value) {
      for (const check of checks) if (!check.keeps(value)) return false
      return true
    },
    explain(value, path, wrong) {
      for (const check of checks) check.explain(value, path, wrong)
    },
  }
}

function innerOf(key: string, value: JsonValue): Split | undefined {
  if (key === 'items') return itemsOf(value)
  return key === 'properties' && isRecord(value) ? propertiesOf(value) : undefined
}

function itemsOf(schema: JsonValue): Split {
  const { plain, check } = split(schema)
  if (check === undefined) return { plain, check }
  return {
    plain,
    check: {
      keeps: (value) => !Array.isArray(value) || value.every((item) => check.keeps(item)),
      explain(value, path, wrong) {
        if (!Array.isArray(value)) return
        for (let at = 0; at < value.length && wrong.length < mostLines; at++) {
          check.explain(value[at]!, `${path}[${at}]`, wrong)
        }
      },
    },
  }
}

/** At most so many lines of one value. */
const mostLines = 20

function propertiesOf(properties: JsonObject): Split {
  const plain: JsonObject = {}
  const checks: { readonly key: string; readonly check: Check }[] = []
  for (const [key, schema] of Object.entries(properties)) {
    const part = split(schema)
    Object.defineProperty(plain, key, own(part.plain))
    if (part.check !== undefined) checks.push({ key, check: part.check })
  }
  if (checks.length === 0) return { plain, check: undefined }
  return {
    plain,
    check: {
      keeps(value) {
        if (!isRecord(value)) return true
        for (const { key, check } of checks) {
          if (Object.hasOwn(value, key) && !check.keeps(value[key]!)) return false
        }
        return true
      },
      explain(value, path, wrong) {
        if (!isRecord(value)) return
        for (const { key, check } of checks) {
          if (!Object.hasOwn(value, key)) continue
          check.explain(value[key]!, path === '' ? key : `${path}.${key}`, wrong)
        }
      },
    },
  }
}

/** Whether a value keeps a bound; one of another type does. */
type Keeps = (value: JsonValue, bound: number) => boolean

const ofNumbers =
  (keeps: (value: number, bound: number) => boolean): Keeps =>
  (value, bound) =>
    typeof value !== 'number' || keeps(value, bound)

const ofLists =
  (keeps: (length: number, bound: number) => boolean): Keeps =>
  (value, bound) =>
    !Array.isArray(value) || keeps(value.length, bound)

/** Texts are measured in code points, of which each takes one unit or two: most need not be counted. */
const longEnough: Keeps = (value, bound) =>
  typeof value !== 'string' ||
  (value.length >= bound && (value.length >= 2 * bound || codePoints(value) >= bound))

const shortEnough: Keeps = (value, bound) =>
  typeof value !== 'string' ||
  value.length <= bound ||
  (value.length <= 2 * bound && codePoints(value) <= bound)

function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** What each bound means, in the words of the validator of whole schemas. */
const known: Readonly<Record<string, { keeps: Keeps; says: (bound: number) => string; isCount?: true }>> = {
  minimum: { keeps: ofNumbers((value, bound) => value >= bound), says: (bound) => `be at least ${bound}` },
  maximum: { keeps: ofNumbers((value, bound) => value <= bound), says: (bound) => `be at most ${bound}` },
  exclusiveMinimum: {
    keeps: ofNumbers((value, bound) => value > bound),
    says: (bound) => `be greater than ${bound}`,
  },
  exclusiveMaximum: {
    keeps: ofNumbers((value, bound) => value < bound),
    says: (bound) => `be less than ${bound}`,
  },
  minLength: {
    keeps: longEnough,
    says: (bound) => `have at least ${counted(bound, 'character')}`,
    isCount: true,
  },
  maxLength: {
    keeps: shortEnough,
    says: (bound) => `have at most ${counted(bound, 'character')}`,
    isCount: true,
  },
  minItems: {
    keeps: ofLists((length, bound) => length >= bound),
    says: (bound) => `have at least ${counted(bound, 'item')}`,
    isCount: true,
  },
  maxItems: {
    keeps: ofLists((length, bound) => length <= bound),
    says: (bound) => `have at most ${counted(bound, 'item')}`,
    isCount: true,
  },
}

/** The check of a bound; none for another keyword, nor for a bound that is none. */
function boundOf(keyword: string, bound: number): Check | undefined {
  const meant = Object.hasOwn(known, keyword) ? known[keyword] : undefined
  if (meant === undefined || (meant.isCount && !(Number.isSafeInteger(bound) && bound >= 0))) return undefined
  const { keeps, says } = meant
  return {
    keeps: (value) => keeps(value, bound),
    explain(value, path, wrong) {
      if (wrong.length < mostLines && !keeps(value, bound)) {
        wrong.push(`"${path === '' ? 'arguments' : path}" must ${says(bound)}`)
      }
    },
  }
}
