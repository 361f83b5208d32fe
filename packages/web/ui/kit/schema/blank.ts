import { RawText, type Exact } from '../json/exact.ts'
import { exactOf, resolved, type Schema } from './schema.ts'
import { shapeOf } from './shape.ts'

const deepest = 6

/** What a field begins with: what is required, and the default where the schema has one. */
export function blankOf(given: Schema, root: Schema, depth: number = deepest): Exact {
  const schema = resolved(given, root)
  if ('default' in schema) return exactOf(schema['default'])
  const shape = shapeOf(schema, root)
  switch (shape.kind) {
    case 'text':
      return ''
    case 'number':
      return new RawText('0')
    case 'boolean':
      return false
    case 'choice':
      return shape.values[0] ?? null
    case 'list':
      return []
    case 'object':
      return Object.fromEntries(
        shape.members
          .filter(({ isRequired }) => isRequired && depth > 0)
          .map((member) => [member.name, blankOf(member.schema, root, depth - 1)]),
      )
    case 'either':
      return depth <= 0 ? null : blankOf(shape.branches[0]!, root, depth - 1)
    case 'any':
      return null
  }
}
