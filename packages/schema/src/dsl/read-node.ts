import { containerKind } from '../json/container-kind.ts'
import { hasOnlyIndexes } from '../json/plain-array.ts'
import { nearest } from '../nearest.ts'
import { authorError, type Place } from './place.ts'

/** What may stand in a node of each kind, besides `type` and the annotations. */
const keysOfKind = {
  string: ['enum', 'const'],
  number: ['enum', 'const'],
  integer: ['enum', 'const'],
  boolean: ['enum', 'const'],
  null: ['enum', 'const'],
  array: ['items'],
  object: ['properties', 'additionalProperties'],
  json: [],
} as const satisfies Record<string, readonly string[]>

/** The kinds of node by their `type`. */
export type NodeType = keyof typeof keysOfKind

const annotations = ['description', 'title', 'default', 'examples']

/** One node of an author's schema, read once: its own keys in their order, with what stands under them. */
export interface AuthorNode {
  readonly kind: NodeType | 'oneOf'
  readonly entries: ReadonlyMap<string, unknown>
}

/**
 * The own entries of an ordinary record.
 * @throws JsonSchemaError when it is anything else, or has keys that inference cannot see.
 */
export function readRecord(value: unknown, place: Place, expected: string): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || containerKind(value) !== 'object') {
    throw authorError(place, `must be ${expected}`)
  }
  const keys = Object.keys(value)
  if (Reflect.ownKeys(value).length !== keys.length) {
    throw authorError(place, 'must have only string keys that are enumerable')
  }
  return new Map(keys.map((key) => [key, (value as Record<string, unknown>)[key]]))
}

/**
 * The items of a dense ordinary array.
 * @throws JsonSchemaError when it is anything else.
 */
export function readArray(value: unknown, place: Place, expected: string): readonly unknown[] {
  if (!Array.isArray(value) || containerKind(value) !== 'array') {
    throw authorError(place, `must be ${expected}`)
  }
  const items: unknown[] = Object.values(value)
  if (items.length !== value.length || !hasOnlyIndexes(value, value.length)) {
    throw authorError(place, 'must be a dense array without keys besides its indexes')
  }
  return items
}

/**
 * Reads one node and refuses what its kind does not have.
 * @param property - whether the node stands in a map, where `required` has a meaning.
 * @throws JsonSchemaError naming the first key that is wrong, and its mend.
 */
export function readNode(value: unknown, place: Place, property: boolean): AuthorNode {
  const entries = readRecord(value, place, 'a schema node, an object such as { type: "string" }')
  const kind = kindOf(entries, place)
  const own = kind === 'oneOf' ? ['oneOf'] : ['type', ...keysOfKind[kind]]
  for (const [key, entry] of entries) {
    if (key === 'required') checkRequired(entry, place, property)
    else if (!own.includes(key) && !annotations.includes(key)) refuseKey(key, kind, own, place)
    else if (entry === undefined) throw authorError(place, 'is undefined: leave the key out', key)
  }
  if (kind === 'object' && typeof entries.get('additionalProperties') !== 'boolean') {
    throw authorError(
      place,
      'must be said: true leaves the object open to undeclared keys, false closes it',
      'additionalProperties',
    )
  }
  return { kind, entries }
}

function kindOf(entries: ReadonlyMap<string, unknown>, place: Place): NodeType | 'oneOf' {
  if (entries.has('oneOf')) {
    if (!entries.has('type')) return 'oneOf'
    throw authorError(place, 'cannot stand beside oneOf: give each branch its own type', 'type')
  }
  const type = entries.get('type')
  if (typeof type === 'string' && Object.hasOwn(keysOfKind, type)) return type as NodeType
  const known = Object.keys(keysOfKind)
  const hint = typeof type === 'string' ? didYouMean(type, known) : ''
  throw authorError(place, `must be one of ${known.join(', ')}, or use oneOf${hint}`, 'type')
}

function checkRequired(entry: unknown, place: Place, property: boolean): void {
  if (Array.isArray(entry)) {
    throw authorError(place, 'is not a list here: put required: true on each mandatory property', 'required')
  }
  if (!property) {
    throw authorError(place, 'has a meaning only on a property of an object or of parameters', 'required')
  }
  if (entry !== true) {
    throw authorError(place, 'must be true when present: leave it out for an optional property', 'required')
  }
}

function refuseKey(key: string, kind: string, own: readonly string[], place: Place): never {
  const allowed = [...own, ...annotations]
  const mend = didYouMean(key, allowed) || ` (it has ${allowed.join(', ')})`
  throw authorError(place, `is not supported in a schema node of kind ${kind}${mend}`, key)
}

function didYouMean(name: string, known: readonly string[]): string {
  const [suggestion] = nearest(name, known, 1)
  return suggestion === undefined ? '' : `; did you mean "${suggestion}"?`
}
