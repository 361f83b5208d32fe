import { isExactObject, RawText, type Exact } from '../json/exact.ts'
import type { Schema } from './schema.ts'
import { shapeOf, type SchemaMember } from './shape.ts'

/** Choices within choices that are looked into: a schema may refer to itself. */
const deepest = 6

/** Whether a value has the form that a schema asks for, as far as a glance tells: which branch of a choice it takes. */
export function fits(
  value: Exact | undefined,
  schema: Schema,
  root: Schema,
  depth: number = deepest,
): boolean {
  if (depth === 0) return false
  const shape = shapeOf(schema, root)
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return value instanceof RawText
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return shape.values.some((each) => isSame(each, value))
    case 'list':
      return Array.isArray(value)
    case 'object':
      return (
        isExactObject(value) && shape.members.every((member) => memberFits(value[member.name], member, root))
      )
    case 'either':
      return shape.branches.some((branch) => fits(value, branch, root, depth - 1))
    case 'any':
      return value !== undefined
  }
}

function memberFits(value: Exact | undefined, { schema, isRequired }: SchemaMember, root: Schema): boolean {
  if (value === undefined) return !isRequired
  const shape = shapeOf(schema, root)
  return shape.kind === 'object' || shape.kind === 'either' || fits(value, schema, root)
}

/** Whether two values are the same JSON. */
export function isSame(one: Exact | undefined, other: Exact | undefined): boolean {
  if (one instanceof RawText && other instanceof RawText) return Number(one.text) === Number(other.text)
  return JSON.stringify(one) === JSON.stringify(other)
}
