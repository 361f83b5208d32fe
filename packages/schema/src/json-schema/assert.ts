import { describeFound } from '../json/describe.ts'
import { Capture } from '../json/capture.ts'
import { isSnapshot } from '../json/snapshot.ts'
import { nearest } from '../nearest.ts'
import { JsonSchemaError } from './errors.ts'
import { kindOfType, typeNames } from './kinds.ts'
import { any } from './kinds/any.ts'
import { array } from './kinds/array.ts'
import { object } from './kinds/object.ts'
import { oneOf } from './kinds/one-of.ts'
import { string } from './kinds/string.ts'
import type { NodeKind } from './kind.ts'
import type { Found } from './legality.ts'
import { Legality } from './legality.ts'
import type { JsonSchemaNode, ObjectJsonSchema } from './node.ts'

const textAnnotations: readonly string[] = ['description', 'title']
const jsonAnnotations: readonly string[] = ['default', 'examples']

/** Where each constraining keyword may stand, as messages say it. */
const homes: ReadonlyMap<string, string> = new Map([
  ...object.keywords.map((keyword) => [keyword, 'is only allowed with type "object"'] as const),
  ...array.keywords.map((keyword) => [keyword, 'is only allowed with type "array"'] as const),
  ...string.keywords.map((keyword) => [keyword, 'is only allowed with a scalar type'] as const),
])

const keywords: readonly string[] = ['type', 'oneOf', ...homes.keys(), ...textAnnotations, ...jsonAnnotations]

/** Snapshots that were found legal; they cannot change any more. */
const legal = new WeakSet<object>()

/**
 * Makes sure that a schema lies inside the enforced subset: every keyword in it is known, well formed, in its
 * place, and enforced. Takes anything, and looks at its own copy of it.
 *
 * @throws JsonSchemaError with every violation, in the order of the walk.
 */
export function assertSupportedJsonSchema(schema: unknown): asserts schema is JsonSchemaNode {
  const violations = violationsOf(schema)
  if (violations.length > 0) throw new JsonSchemaError(violations)
}

/**
 * As {@link assertSupportedJsonSchema}, and the root must describe an object.
 *
 * @throws JsonSchemaError with every violation, in the order of the walk.
 */
export function assertObjectJsonSchema(schema: unknown): asserts schema is ObjectJsonSchema {
  assertSupportedJsonSchema(schema)
  if (schema.type !== 'object') {
    throw new JsonSchemaError(['schema.type must be "object" (structured output is object-rooted)'])
  }
}

function violationsOf(schema: unknown): readonly string[] {
  const isFixed = typeof schema === 'object' && schema !== null && isSnapshot(schema)
  if (isFixed && legal.has(schema)) return []
  const legality = new Legality(new Capture(schema, true))
  legality.walk(examine)
  if (isFixed && legality.violations.length === 0) legal.add(schema)
  return legality.violations
}

function examine(node: Found, legality: Legality): void {
  const kind = kindOfFound(node, legality)
  for (const key of Object.keys(node)) {
    if (textAnnotations.includes(key)) {
      if (typeof node[key] !== 'string')
        legality.fail(`must be a string, not ${describeFound(node[key])}`, key)
    } else if (jsonAnnotations.includes(key)) {
      if (!legality.isLossless(node[key])) legality.fail('must be lossless JSON', key)
    } else if (!keywords.includes(key)) legality.fail(`is not a supported keyword${suggestion(key)}`, key)
    else if (kind !== undefined) examinePlace(kind, key, legality)
  }
  kind?.legal(node, legality)
}

/** The kind of a node that is not known to be legal; `undefined` where its type is wrong, which is noted. */
function kindOfFound(node: Found, legality: Legality): NodeKind | undefined {
  if (Object.hasOwn(node, 'oneOf')) return oneOf
  if (!Object.hasOwn(node, 'type')) return any
  const { type } = node
  const kind = kindOfType(type)
  if (Array.isArray(type)) {
    legality.fail('must be one type name, not an array of them; use oneOf with a branch for each', 'type')
  } else if (kind === undefined) {
    const given = typeof type === 'string' ? JSON.stringify(type) : describeFound(type)
    legality.fail(`must be one of ${typeNames.join(', ')}, not ${given}`, 'type')
  }
  return kind
}

/** Whether a constraining keyword may stand in a node of this kind. */
function examinePlace(kind: NodeKind, key: string, legality: Legality): void {
  if (kind.keywords.includes(key)) return
  if (kind === oneOf) legality.fail('cannot stand beside oneOf', key)
  else if (kind === any) legality.fail('requires type or oneOf', key)
  else if (key !== 'type') legality.fail(homes.get(key) ?? 'is misplaced', key)
}

function suggestion(key: string): string {
  const [close] = nearest(key, keywords, 1)
  return close === undefined ? '' : `; did you mean ${close}?`
}
