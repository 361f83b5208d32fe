import fc from 'fast-check'
import type { JsonSchemaNode, JsonSchemaScalar, JsonValue } from '@millrace/schema'

const names = ['a', 'b', 'kind', '__proto__', 'toString', '0', 'long name', '']
const texts = ['', 'a', 'b', 'ab', 'é', '1', 'true']
const numbers = [0, 1, -1, 1.5, 2, 1e300, 2 ** 53]

const scalars = {
  string: fc.constantFrom(...texts),
  number: fc.constantFrom(...numbers),
  integer: fc.constantFrom(...numbers.filter(Number.isInteger)),
  boolean: fc.boolean(),
  null: fc.constant(null),
} satisfies Record<string, fc.Arbitrary<JsonSchemaScalar>>
type ScalarName = keyof typeof scalars

const scalarNode: fc.Arbitrary<JsonSchemaNode> = fc
  .constantFrom(...(Object.keys(scalars) as ScalarName[]))
  .chain((type) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<JsonSchemaNode>({ type }) },
      fc
        .array<JsonSchemaScalar>(scalars[type], { minLength: 1, maxLength: 3 })
        .map((values): JsonSchemaNode => ({ type, enum: [...new Set(values)] })),
      scalars[type].map((value): JsonSchemaNode => ({ type, const: value })),
    ),
  )

/** An object with own properties of any name, `__proto__` included. */
function record<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries)
}

/** Any schema of the enforced subset. */
export const anySchema: fc.Arbitrary<JsonSchemaNode> = fc.letrec<{ node: JsonSchemaNode }>((tie) => {
  const property = fc.tuple(tie('node'), fc.boolean())
  const object = fc
    .record({
      properties: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), property), {
        maxLength: 4,
        selector: ([name]) => name,
      }),
      additionalProperties: fc.option(fc.boolean(), { nil: undefined }),
    })
    .map(({ properties, additionalProperties }): JsonSchemaNode => {
      const required = properties.filter(([, [, needed]]) => needed).map(([name]) => name)
      return {
        type: 'object',
        ...(properties.length > 0
          ? { properties: record(properties.map(([name, [node]]) => [name, node])) }
          : {}),
        ...(required.length > 0 ? { required } : {}),
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
      }
    })
  return {
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      scalarNode,
      fc.constant<JsonSchemaNode>({}),
      object,
      object,
      tie('node').map((items): JsonSchemaNode => ({ type: 'array', items })),
      fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((oneOf): JsonSchemaNode => ({ oneOf })),
    ),
  }
}).node

const anything: fc.Arbitrary<JsonValue> = fc.oneof(
  ...Object.values(scalars),
  fc.constantFrom<JsonValue>([], {}, [null], { a: 1 }, { kind: 'a' }, [[1.5]]),
)

/** Values that a schema tends to accept, with something wrong here and there. */
export function valueFor(schema: JsonSchemaNode): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 9, arbitrary: fittingValue(schema) }, { weight: 1, arbitrary: anything })
}

function fittingValue(schema: JsonSchemaNode): fc.Arbitrary<JsonValue> {
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(valueFor))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.type === 'object') return fittingObject(schema)
  if (schema.type === 'array') return fc.array(valueFor(schema.items ?? {}), { maxLength: 3 })
  return schema.type === undefined ? anything : scalars[schema.type]
}

function fittingObject({ properties = {}, required = [] }: JsonSchemaNode): fc.Arbitrary<JsonValue> {
  const members = Object.entries(properties).map(([name, node]) => {
    const presence = required.includes(name) ? 19 : 10
    return fc.oneof(
      {
        weight: presence,
        arbitrary: valueFor(node).map((value) => [[name, value]] as [string, JsonValue][]),
      },
      { weight: 20 - presence, arbitrary: fc.constant<[string, JsonValue][]>([]) },
    )
  })
  const extra = fc.oneof(
    { weight: 4, arbitrary: fc.constant<[string, JsonValue][]>([]) },
    { weight: 1, arbitrary: fc.constantFrom(...names).map((name): [string, JsonValue][] => [[name, 1]]) },
  )
  return fc.tuple(extra, ...members).map((parts) => record(parts.flat()))
}
