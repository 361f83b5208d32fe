import type { JsonObject, JsonValue } from '@millrace/schema'
import type { DialectRules } from './dialect.ts'
import { step, type Loosenings } from './loosening.ts'
import { deepest, holdsReference, isDefinition, isNode, isTooDeep, resolved } from './reference.ts'
import { typed } from './types-of-node.ts'
import { withoutWords } from './words.ts'

/** Nodes of one schema that are sent; whatever is beyond allows everything. */
export const mostNodes = 5_000

/** One schema on its way into a dialect. */
export interface Walk {
  readonly rules: DialectRules
  readonly root: JsonObject
  readonly loosened: Loosenings
  /** Whether something that references lead to says less, so that nothing may count on them being exact. */
  readonly inexact: boolean
  left: number
}

/** Where the walk stands. */
interface Place {
  readonly at: string
  readonly depth: number
  /** References that are being written out around this place. */
  readonly within: ReadonlySet<string>
  /** Whether an `$id` around it makes local references mean something else. */
  readonly rebased: boolean
}

const start: Place = { at: '', depth: 0, within: new Set(), rebased: false }

/** Says of the schema only, and what nobody needs. */
const dropped = new Set(['$schema', '$id', '$comment', '$anchor', '$vocabulary', '$dynamicAnchor'])
/** Data in which nothing is translated. */
const data = new Set(['enum', 'const', 'default', 'examples', 'required', 'dependentRequired'])
const lists = new Set(['anyOf', 'allOf', 'prefixItems'])
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const single = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
])
/** A schema that says less here would make the whole say more. */
const turned = new Set(['not', 'if', 'then', 'else', 'contains'])

/** The schema in the dialect: equivalent, or accepting more where something was recorded as loosened. */
export function translate(schema: JsonObject, walk: Walk): JsonObject {
  return nodeOf(schema, start, walk)
}

function further(place: Place, key: string | number): Place {
  return { ...place, at: step(place.at, key), depth: place.depth + 1 }
}

function nodeOf(schema: JsonValue | undefined, place: Place, walk: Walk): JsonObject {
  if (schema === true) return {}
  if (schema === false && !walk.rules.without.has('not')) return { not: {} }
  if (!isNode(schema)) return anything(place, walk, 'is no schema that can be sent: everything is allowed')
  if (walk.left-- <= 0 || place.depth >= deepest) {
    return anything(place, walk, 'is beyond what is sent: everything is allowed')
  }
  const here = typeof schema.$id === 'string' && place.at !== '' ? { ...place, rebased: true } : place
  if (typeof schema.$dynamicRef === 'string' || typeof schema.$recursiveRef === 'string') {
    return anything(here, walk, 'refers to something that cannot be sent: everything is allowed')
  }
  return typeof schema.$ref === 'string'
    ? referenceOf(schema, schema.$ref, here, walk)
    : plainNode(schema, here, walk)
}

function anything(place: Place, walk: Walk, what: string): JsonObject {
  walk.loosened.add(place.at, what)
  return {}
}

function referenceOf(schema: JsonObject, ref: string, place: Place, walk: Walk): JsonObject {
  const target = place.rebased ? undefined : resolved(walk.root, ref)
  const { $ref: _, ...siblings } = schema
  if (!isNode(target) && typeof target !== 'boolean') {
    walk.loosened.add(step(place.at, '$ref'), 'dropped, as it points nowhere,')
    return plainNode(siblings, place, walk)
  }
  if (walk.rules.refs === 'keep' && (ref === '#' || isDefinition(ref))) {
    return { $ref: ref, ...plainNode(siblings, place, walk) }
  }
  if (place.within.has(ref)) {
    walk.loosened.add(step(place.at, '$ref'), 'dropped, as it leads back to itself,')
    return plainNode(siblings, place, walk)
  }
  const inner: Place = { ...place, within: new Set([...place.within, ref]), depth: place.depth + 1 }
  const written = nodeOf(target, inner, walk)
  const { description, title, ...rest } = plainNode(siblings, place, walk)
  const words = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  }
  if (Object.keys(rest).length === 0) return { ...written, ...words }
  if (!walk.rules.without.has('allOf')) return { allOf: [written], ...rest, ...words }
  walk.loosened.add(step(place.at, '$ref'), 'stands without what is said beside it')
  return { ...written, ...words }
}

/** A node that says only "all of these": where that cannot be sent, the first of them. */
function firstOf(schema: JsonObject, place: Place, walk: Walk): JsonObject | undefined {
  const { allOf, ...siblings } = schema
  if (!Array.isArray(allOf) || allOf.length === 0 || !walk.rules.without.has('allOf')) return undefined
  if (Object.keys(siblings).some((key) => !words.has(key))) return undefined
  if (allOf.length > 1) walk.loosened.add(step(place.at, 'allOf'), 'is sent as the first of several')
  return { ...nodeOf(allOf[0], further(further(place, 'allOf'), 0), walk), ...siblings }
}

const words = new Set(['description', 'title', 'default', 'examples'])

function plainNode(schema: JsonObject, place: Place, walk: Walk): JsonObject {
  const first = firstOf(schema, place, walk)
  if (first !== undefined) return first
  const before = walk.loosened.count
  const kept: [string, JsonValue][] = []
  const lost: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(schema)) {
    if (dropped.has(key) || (walk.rules.refs === 'inline' && (key === '$defs' || key === 'definitions')))
      continue
    const translated = walk.rules.without.has(key) ? undefined : keyword(key, value, place, walk)
    if (translated === undefined) lost.push([key, value])
    else kept.push(...translated)
  }
  for (const [key] of lost) walk.loosened.add(step(place.at, key), 'dropped')
  const isLess = walk.loosened.count > before || (walk.inexact && holdsReference(schema))
  const sure = kept.filter(([key]) => !isLess || !rests.has(key))
  for (const entry of kept) if (!sure.includes(entry)) walk.loosened.add(step(place.at, entry[0]), 'dropped')
  return typed(withoutWords(Object.fromEntries(sure), lost, place.at, walk), walk.rules)
}

/** Concern whatever the rest of the node says nothing of, which is more where the rest says less. */
const rests = new Set(['unevaluatedProperties', 'unevaluatedItems'])

/** What a keyword becomes; nothing where it cannot be sent. */
function keyword(
  key: string,
  value: JsonValue,
  place: Place,
  walk: Walk,
): readonly [string, JsonValue][] | undefined {
  const inner = further(place, key)
  if (data.has(key)) return isTooDeep(value) ? undefined : [[key, value]]
  if (key === 'items' && Array.isArray(value))
    return [['prefixItems', value.map((one, index) => nodeOf(one, further(inner, index), walk))]]
  if (key === 'oneOf') return oneOf(value, inner, walk)
  if (turned.has(key)) return exactly(key, value, inner, walk)
  if (single.has(key))
    return [[key, typeof value === 'boolean' && key !== 'items' ? value : nodeOf(value, inner, walk)]]
  if (lists.has(key)) {
    if (!Array.isArray(value) || value.length === 0) return undefined
    return [[key, value.map((one, index) => nodeOf(one, further(inner, index), walk))]]
  }
  if (maps.has(key)) {
    if (!isNode(value)) return undefined
    return [
      [
        key,
        Object.fromEntries(
          Object.entries(value).map(([name, one]) => [name, nodeOf(one, further(inner, name), walk)]),
        ),
      ],
    ]
  }
  return scalar(key, value, walk)
}

/** Exactly one of several: one of them that says less may overlap another one, so that only "any of" is left. */
function oneOf(value: JsonValue, place: Place, walk: Walk): readonly [string, JsonValue][] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const before = walk.loosened.count
  const branches = value.map((one, index) => nodeOf(one, further(place, index), walk))
  const isExact = walk.loosened.count === before && !(walk.inexact && holdsReference(value))
  if (isExact && walk.rules.oneOf) return [['oneOf', branches]]
  walk.loosened.add(place.at, 'became "any of"')
  return [['anyOf', branches]]
}

/** Keywords that deny or count: they stay only where nothing within says less. */
function exactly(
  key: string,
  value: JsonValue,
  place: Place,
  walk: Walk,
): readonly [string, JsonValue][] | undefined {
  const before = walk.loosened.count
  const translated = nodeOf(value, place, walk)
  if (walk.loosened.count > before || (walk.inexact && holdsReference(value))) return undefined
  return [[key, translated]]
}

function scalar(key: string, value: JsonValue, walk: Walk): readonly [string, JsonValue][] | undefined {
  const isOldLimit = (key === 'exclusiveMinimum' || key === 'exclusiveMaximum') && typeof value !== 'number'
  if (isOldLimit || isTooDeep(value)) return undefined
  if (key === 'pattern' && (typeof value !== 'string' || walk.rules.refusedPattern?.test(value)))
    return undefined
  return [[key, value]]
}
