import { code, numeral, prose } from './table.ts'

/** A JSON Schema as it was written down. */
export interface SchemaNode {
  readonly [keyword: string]: unknown
}

/** A member of a schema, or of a schema within it. */
export interface SchemaRow {
  /** From the root: `todos[].content`, `prices.*.input`. */
  readonly path: string
  readonly isRequired: boolean
  /** Markdown: what it takes. */
  readonly type: string
  /** Markdown; empty where nothing stands for it. */
  readonly byDefault: string
  readonly description: string
}

/** How references are read. */
export interface References {
  resolve(reference: string): SchemaNode
  /** A link to where what it names is told by itself; `undefined` where it is told in place. */
  link?(reference: string): string | undefined
}

const noReferences: References = {
  resolve: (reference) => {
    throw new Error(`a schema refers to ${reference}, which nobody can look up here`)
  },
}

/** All that an object may have, each followed by what it may have itself. */
export function schemaRows(schema: SchemaNode, references: References = noReferences): SchemaRow[] {
  return rowsWithin(schema, '', references)
}

function rowsWithin(schema: SchemaNode, path: string, references: References): SchemaRow[] {
  const node = resolved(schema, references)
  if (node === undefined || Object.keys(node).length === 0) return []
  const { properties, additionalProperties: others, items, required } = node
  const prefix = path === '' ? '' : `${path}.`
  const named = Object.entries(nodeOf(properties)).flatMap(([name, member]) =>
    rowsOf(nodeOf(member), `${prefix}${name}`, listOf(required).includes(name), references),
  )
  const branches = branchesOf(node).flatMap((branch) => rowsWithin(nodeOf(branch), path, references))
  return [
    ...named,
    ...branches,
    ...rowsWithin(nodeOf(others), `${prefix}*`, references),
    ...rowsWithin(nodeOf(items), `${path}[]`, references),
  ]
}

function rowsOf(schema: SchemaNode, path: string, isRequired: boolean, references: References): SchemaRow[] {
  const { default: byDefault, description } = { ...targetOf(schema, references), ...schema }
  const row = {
    path,
    isRequired,
    type: typeOf(schema, references),
    byDefault: byDefault === undefined ? '' : code(JSON.stringify(byDefault)),
    description: typeof description === 'string' ? prose(description) : '',
  }
  return [row, ...rowsWithin(schema, path, references)]
}

/** The schema behind a reference; `undefined` where a link leads to it. */
function resolved(schema: SchemaNode, references: References): SchemaNode | undefined {
  const { $ref: reference } = schema
  if (typeof reference !== 'string') return schema
  return references.link?.(reference) === undefined
    ? resolved(references.resolve(reference), references)
    : undefined
}

function targetOf(schema: SchemaNode, references: References): SchemaNode {
  const { $ref: reference } = schema
  return typeof reference === 'string' ? targetOf(references.resolve(reference), references) : schema
}

/** More values than this are told elsewhere. */
const mostValues = 12

function typeOf(schema: SchemaNode, references: References): string {
  const { $ref: reference } = schema
  if (typeof reference === 'string') {
    return references.link?.(reference) ?? typeOf(references.resolve(reference), references)
  }
  if ('const' in schema) return code(JSON.stringify(schema['const']))
  const { enum: values, type, items, additionalProperties: others } = schema
  if (Array.isArray(values)) return oneOf(values)
  const branches = branchesOf(schema)
  if (branches.length > 0) return branches.map((branch) => typeOf(nodeOf(branch), references)).join(' or ')
  if (type === 'array') return items === undefined ? 'array' : `array of ${typeOf(nodeOf(items), references)}`
  if (type === 'object' && Object.keys(nodeOf(others)).length > 0) {
    return `object of ${typeOf(nodeOf(others), references)}`
  }
  const types = [type].flat().filter((each) => typeof each === 'string')
  return types.length === 0 ? 'any JSON' : `${types.join(' or ')}${rangeOf(schema)}`
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => code(JSON.stringify(value)))
  return words.length > mostValues ? `one of ${words.length} words` : words.join(' or ')
}

function rangeOf({ minimum, exclusiveMinimum, maximum, maxLength }: SchemaNode): string {
  const facts = [
    typeof minimum === 'number' ? `at least ${numeral(minimum)}` : '',
    typeof exclusiveMinimum === 'number' ? `above ${numeral(exclusiveMinimum)}` : '',
    typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? `at most ${numeral(maximum)}` : '',
    typeof maxLength === 'number' ? `at most ${numeral(maxLength)} characters` : '',
  ].filter((fact) => fact !== '')
  return facts.length === 0 ? '' : `, ${facts.join(', ')}`
}

const branchesOf = ({ anyOf, oneOf: either }: SchemaNode): readonly unknown[] => [
  ...listOf(anyOf),
  ...listOf(either),
]

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const nodeOf = (value: unknown): SchemaNode =>
  typeof value === 'object' && value !== null ? (value as SchemaNode) : {}
