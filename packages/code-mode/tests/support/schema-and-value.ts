import fc from 'fast-check'

/** A schema, and a value that fits it. */
export interface SchemaAndValue {
  readonly schema: unknown
  readonly value: unknown
}

// Not `constructor`: to TypeScript an object literal without one has that of `Object`, also where it is optional.
const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'name', 'items', 'next_page', 'camelCase') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'a-b',
      'with space',
      '',
      '1st',
      'class',
      'then',
      '_x',
      '__x',
      '__init__',
      '👍',
      '"',
      '\ud800',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('list', 'str', 'Any', 'größe', 'ﬁ', '名', 'None', 'match', '\n'),
  },
)

const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '*/ } evil',
    '```',
    '"""',
    '\\',
    'a\nb',
    '\u2028',
    '\0\x07',
    '\ud800',
    '${x}',
    '// @ts-expect-error',
    '#',
  ),
)

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constantFrom(1e21, 1e308, -1, 0.1),
)

const described = { description: texts, title: texts }
const annotated = (schema: object): fc.Arbitrary<object> =>
  fc.record(described, { requiredKeys: [] }).map((notes) => ({ ...schema, ...notes }))

/** A scalar of a type: any, one of some, or one only. */
function scalar(type: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<SchemaAndValue> {
  const some = fc.uniqueArray(values, { minLength: 1, maxLength: 4, comparator: 'IsStrictlyEqual' })
  return fc.tuple(some, fc.constantFrom({}, 'enum', 'const')).chain(([list, form]) => {
    const limits = form === 'enum' ? { enum: list } : form === 'const' ? { const: list[0] } : {}
    return annotated({ type, ...limits }).map((schema) => ({ schema, value: list[0] }))
  })
}

interface Property {
  readonly of: SchemaAndValue
  readonly required: boolean
  readonly present: boolean
}

function object(properties: Readonly<Record<string, Property>>, open: boolean | undefined): SchemaAndValue {
  const entries = Object.entries(properties)
  const required = entries.filter(([, property]) => property.required).map(([name]) => name)
  const present = entries.filter(([, property]) => property.required || property.present)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { of }]) => [name, of.schema])),
    ...(required.length > 0 ? { required } : {}),
    ...(open === undefined ? {} : { additionalProperties: open }),
  }
  const extra = open === false ? [] : [['undeclared key', [{ of: 'any kind' }]]]
  return {
    schema,
    value: Object.fromEntries([...present.map(([name, { of }]) => [name, of.value]), ...extra]),
  }
}

const union = (branches: readonly SchemaAndValue[]): unknown => ({
  oneOf: branches.map((branch) => branch.schema),
})

/** Schemas of the enforced subset, and of others, with values. */
export const schemaAndValue: fc.Arbitrary<SchemaAndValue> = fc.letrec<{ any: SchemaAndValue }>((tie) => {
  const property = fc.record({ of: tie('any'), required: fc.boolean(), present: fc.boolean() })
  const fields = fc.dictionary(names, property, { maxKeys: 5, noNullPrototype: true })
  const several = fc.array(tie('any'), { minLength: 2, maxLength: 4 })
  return {
    any: fc.oneof(
      { depthSize: 'small', maxDepth: 5 },
      scalar('string', texts),
      scalar('integer', fc.integer()),
      scalar('number', numbers),
      scalar('boolean', fc.boolean()),
      scalar('null', fc.constant(null)),
      fc
        .jsonValue({ maxDepth: 2 })
        .map((value) => ({ schema: {}, value: JSON.parse(JSON.stringify(value)) as unknown })),
      fc.constant({ schema: { type: 'array' }, value: [1, 'a'] }),
      tie('any').map((of) => ({ schema: { type: 'array', items: of.schema }, value: [of.value] })),
      {
        weight: 4,
        arbitrary: fc
          .tuple(fields, fc.constantFrom(true, false, undefined))
          .map(([of, open]) => object(of, open)),
      },
      several.map((branches) => ({ schema: union(branches), value: branches[0]?.value })),
      several.map((branches) => ({
        schema: { anyOf: branches.map((branch) => branch.schema) },
        value: branches[1]?.value,
      })),
      tie('any').map((of) => ({
        schema: { type: 'object', additionalProperties: of.schema },
        value: { k: of.value },
      })),
      tie('any').map((of) => ({ schema: { allOf: [of.schema], minProperties: 0 }, value: of.value })),
      fc.constantFrom(
        { schema: { not: {} }, value: 1 },
        { schema: { type: ['string', 'null'], format: 'x' }, value: null },
      ),
    ),
  }
}).any
