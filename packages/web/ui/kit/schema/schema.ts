import { textOfPart } from '../../api/address-part.ts'
import { RawText, type Exact } from '../json/exact.ts'

/** A schema as it came: nothing of it is taken for granted. */
export type Schema = Readonly<Record<string, unknown>>

/** What stands where a schema is expected: nothing, or nonsense, permits anything. */
export function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}
}

const mostReferences = 20

/** The schema that a local reference leads to; one that leads nowhere permits anything. */
export function resolved(schema: Schema, root: Schema): Schema {
  let found = schema
  for (let left = mostReferences; typeof found['$ref'] === 'string'; left--) {
    if (left === 0) return {}
    const { $ref, ...beside } = found
    found = { ...at(String($ref), root), ...beside }
  }
  return found
}

function at(reference: string, root: Schema): Schema {
  if (!reference.startsWith('#')) return {}
  let place: unknown = root
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = textOfPart(part).replaceAll('~1', '/').replaceAll('~0', '~')
    place = asSchema(place)[name]
  }
  return asSchema(place)
}

/** A value of JSON as forms hold it. */
export function exactOf(value: unknown): Exact {
  if (typeof value === 'number') return new RawText(String(value))
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(exactOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, exactOf(each)]))
}
