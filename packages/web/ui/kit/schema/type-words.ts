import { printExactLine } from '../json/print-exact.ts'
import { asSchema, exactOf, resolved, type Schema } from './schema.ts'
import { shapeOf } from './shape.ts'

/** The type that a schema asks for, as a programmer writes it: `string`, `integer[]`, `"a" | "b"`. */
export function typeWords(given: Schema, root: Schema, depth = 3): string {
  const schema = resolved(given, root)
  const shape = shapeOf(schema, root)
  switch (shape.kind) {
    case 'text':
      return 'string'
    case 'number':
      return shape.isInteger ? 'integer' : 'number'
    case 'boolean':
      return 'boolean'
    case 'choice':
      return listed(shape.values.map(printExactLine), 8)
    case 'list': {
      const items = depth === 0 ? '…' : typeWords(shape.items, root, depth - 1)
      return items.includes(' | ') ? `(${items})[]` : `${items}[]`
    }
    case 'object':
      return 'object'
    case 'either': {
      const words = shape.branches.map((branch) => (depth === 0 ? '…' : typeWords(branch, root, depth - 1)))
      return listed([...new Set(words)], 8)
    }
    case 'any':
      return typeof schema['type'] === 'string' ? schema['type'] : 'any'
  }
}

function listed(words: readonly string[], most: number): string {
  return words.length <= most ? words.join(' | ') : `${words.slice(0, most).join(' | ')} | …`
}

/** Keywords that say what a value must keep to; each is shown as it stands in the schema. */
const constraints = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'contentEncoding',
  'contentMediaType',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]

/** What else holds for a value, each as `keyword value`. */
export function constraintWords(schema: Schema): string[] {
  return constraints
    .filter((keyword) => schema[keyword] !== undefined && schema[keyword] !== false)
    .map((keyword) =>
      schema[keyword] === true ? keyword : `${keyword} ${printExactLine(exactOf(schema[keyword]))}`,
    )
}

/** A name for one branch of a choice: its title, what is fixed in it (`kind: "text"`), or its type. */
export function branchName(given: Schema, root: Schema): string {
  const branch = resolved(given, root)
  if (typeof branch['title'] === 'string' && branch['title'] !== '') return branch['title']
  for (const [name, member] of Object.entries(asSchema(branch['properties']))) {
    const { const: only } = resolved(asSchema(member), root)
    if (only !== undefined) return `${name}: ${printExactLine(exactOf(only))}`
  }
  const type = typeWords(branch, root)
  if (type !== 'object') return type
  return `{ ${listed(Object.keys(asSchema(branch['properties'])), 4).replaceAll(' | ', ', ')} }`
}
