import type { JsonSchemaNode } from '../../json-schema/node.ts'
import { anything, settled, type ObjectPart, type Part, type ScalarPart, type Shape } from './shape.ts'

/** A shape as a node of the enforced subset. */
export function printShape(shape: Shape): JsonSchemaNode {
  const { parts, notes } = settled(shape)
  const [only, ...others] = parts
  if (parts === anything.parts || only === undefined) return { ...notes }
  if (others.length === 0) return { ...printPart(only), ...notes }
  return { oneOf: parts.map(printPart), ...notes }
}

function printPart(part: Part): JsonSchemaNode {
  if (part.kind === 'object') return printObject(part)
  if (part.kind !== 'array') return printScalar(part)
  return { type: 'array', ...(part.items ? { items: printShape(part.items) } : {}), ...part.notes }
}

function printScalar(part: ScalarPart): JsonSchemaNode {
  const { kind, integer, values = [], notes } = part
  const [only, ...others] = values
  const literal = only === undefined ? {} : others.length > 0 ? { enum: [...values] } : { const: only }
  return { type: integer ? 'integer' : kind, ...literal, ...notes }
}

function printObject({ properties, required, open, notes }: ObjectPart): JsonSchemaNode {
  const printed = [...properties].map(([key, shape]) => [key, printShape(shape)] as const)
  return {
    type: 'object',
    ...(properties.size > 0 ? { properties: Object.fromEntries(printed) } : {}),
    ...(required.size > 0 ? { required: [...required] } : {}),
    ...(open ? {} : { additionalProperties: false }),
    ...notes,
  }
}
