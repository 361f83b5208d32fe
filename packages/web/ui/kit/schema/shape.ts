import type { Exact } from '../json/exact.ts'
import { asSchema, exactOf, resolved, type Schema } from './schema.ts'

/** A member that an object may have. */
export interface SchemaMember {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** What a form can ask for; `any` is what only JSON text can say. */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly Exact[] }
  | { readonly kind: 'list'; readonly items: Schema }
  | { readonly kind: 'object'; readonly members: readonly SchemaMember[]; readonly others?: Schema }
  | { readonly kind: 'either'; readonly branches: readonly Schema[] }
  | { readonly kind: 'any' }

/** Keywords that say more than any field of a form could; where one stands, only JSON text will do. */
const beyondForms = [
  'allOf',
  'not',
  'if',
  'prefixItems',
  '$dynamicRef',
  'patternProperties',
  'dependentSchemas',
]

/** How many choices of one a schema may go through: it may refer to itself. */
const deepest = 20

/** What a form asks for where a schema stands. */
export function shapeOf(given: Schema, root: Schema, depth: number = deepest): Shape {
  const schema = resolved(given, root)
  if ('const' in schema) return { kind: 'choice', values: [exactOf(schema['const'])] }
  if (Array.isArray(schema['enum'])) return { kind: 'choice', values: schema['enum'].map(exactOf) }
  if (beyondForms.some((keyword) => keyword in schema)) return { kind: 'any' }
  const branches = branchesOf(schema)
  if (branches.length === 1) return depth === 0 ? { kind: 'any' } : shapeOf(branches[0]!, root, depth - 1)
  if (branches.length > 1) return { kind: 'either', branches }
  return typedShape(schema)
}

/** What stands around a choice holds for each of its branches. */
function branchesOf(schema: Schema): Schema[] {
  const { oneOf, anyOf, type, ...around } = schema
  const choices = Array.isArray(oneOf) ? oneOf : anyOf
  if (Array.isArray(choices)) {
    const all: Schema = type === undefined || Array.isArray(type) ? around : { ...around, type }
    const { description: _, title: __, default: ___, ...shared } = all
    return choices.map((branch) => together(shared, asSchema(branch)))
  }
  return Array.isArray(type) ? type.map((each) => ({ ...around, type: each })) : []
}

/** Both at once, as far as a form can tell: members and what is required add up. */
function together(around: Schema, branch: Schema): Schema {
  if (!('properties' in around) && !('required' in around)) return { ...around, ...branch }
  return {
    ...around,
    ...branch,
    properties: { ...asSchema(around['properties']), ...asSchema(branch['properties']) },
    required: [...names(around['required']), ...names(branch['required'])],
  }
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function typedShape(schema: Schema): Shape {
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'text' }
    case 'number':
      return { kind: 'number', isInteger: false }
    case 'integer':
      return { kind: 'number', isInteger: true }
    case 'boolean':
      return { kind: 'boolean' }
    case 'null':
      return { kind: 'choice', values: [null] }
    case 'array':
      return { kind: 'list', items: asSchema(schema['items']) }
    case 'object':
      return objectShape(schema)
    default:
      return { kind: 'any' }
  }
}

function typeOf(schema: Schema): string {
  if (typeof schema['type'] === 'string') return schema['type']
  if ('properties' in schema || 'additionalProperties' in schema) return 'object'
  return 'items' in schema ? 'array' : 'any'
}

function objectShape(schema: Schema): Shape {
  const others = schema['additionalProperties']
  const members = membersOf(schema)
  return { kind: 'object', members, ...(others !== false && { others: asSchema(others) }) }
}

/** The members that a schema names, those that it requires and does not describe included. */
export function membersOf(schema: Schema): SchemaMember[] {
  const required = names(schema['required'])
  const properties = Object.entries(asSchema(schema['properties']))
  const described = properties.map(([name, each]) => ({
    name,
    schema: asSchema(each),
    isRequired: required.includes(name),
  }))
  const known = new Set(properties.map(([name]) => name))
  const missing = required.filter((name) => !known.has(name))
  return [...described, ...missing.map((name) => ({ name, schema: {}, isRequired: true }))]
}
