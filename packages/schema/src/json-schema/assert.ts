import { JsonSchemaError } from './errors.ts'
import { kindOfType, oneOf, types } from './kinds/index.ts'
import type { JsonSchemaNode, ObjectJsonSchema } from './node.ts'
import { membersOf, NodeReader, type Part } from './node-reader.ts'
import { pathOf } from './place.ts'

const constraints = ['properties', 'required', 'additionalProperties', 'items', 'enum', 'const']
const annotations = ['description', 'title', 'default', 'examples']
const known = new Set(['type', 'oneOf', ...constraints, ...annotations])

/**
 * Refuses a schema outside the enforced subset. Takes anything.
 * @throws JsonSchemaError listing every violation with its path, in the order of the walk.
 */
export function assertSupportedJsonSchema(schema: unknown): asserts schema is JsonSchemaNode {
  const problems = problemsOf(schema)
  if (problems.length > 0) throw new JsonSchemaError(problems)
}

/**
 * The same, for callers that need an object at the root.
 * @throws JsonSchemaError
 */
export function assertObjectJsonSchema(schema: unknown): asserts schema is ObjectJsonSchema {
  assertSupportedJsonSchema(schema)
  if (schema.type !== 'object') {
    throw new JsonSchemaError(['schema.type must be "object" (structured output is object-rooted)'])
  }
}

/** Marks that everything inside a node has been looked at. */
interface Leaving {
  readonly left: unknown
}

function problemsOf(schema: unknown): string[] {
  const problems: string[] = []
  const around = new Set<unknown>()
  const finished = new Set<unknown>()
  const stack: (Part | Leaving)[] = [{ value: schema, place: undefined }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if ('left' in next) {
      around.delete(next.left)
      finished.add(next.left)
      continue
    }
    const { value, place } = next
    if (around.has(value)) {
      problems.push(`${pathOf(place, 'schema')} is circular: a schema cannot contain itself`)
      continue
    }
    // A node that stands in several places has been judged at the first.
    if (finished.has(value)) continue
    const parts = inspect(next, problems)
    around.add(value)
    stack.push({ left: value }, ...parts.toReversed())
  }
  return problems
}

function inspect({ value, place }: Part, problems: string[]): readonly Part[] {
  const members = membersOf(value)
  if (members === undefined) {
    problems.push(
      `${pathOf(place, 'schema')} must be an ordinary object with enumerable string keys that can be read`,
    )
    return []
  }
  const reader = new NodeReader(members, place, problems)
  for (const key of members.keys()) {
    if (!known.has(key)) reader.report(`is not a supported keyword (${[...known].join(', ')})`, key)
  }
  if (members.has('oneOf')) inspectUnion(reader)
  else if (members.has('type')) inspectTyped(reader)
  else refuse(reader, () => 'requires type or oneOf')
  reader.annotations()
  return reader.parts
}

function inspectUnion(reader: NodeReader): void {
  if (reader.members.has('type'))
    reader.report('must not stand beside oneOf: put it into the branches', 'type')
  refuse(reader, () => 'must not stand beside oneOf: put it into the branches')
  oneOf.legal(reader)
}

function inspectTyped(reader: NodeReader): void {
  const type = reader.members.get('type')
  if (Array.isArray(type)) return reader.report('must be one type, not an array of types: use oneOf', 'type')
  const kind = kindOfType(type)
  if (kind === undefined) return reader.report(`must be one of ${types.join(', ')}`, 'type')
  refuse(reader, (key) =>
    kind.keywords.includes(key) ? undefined : `must not stand beside type ${JSON.stringify(type)}`,
  )
  kind.legal(reader)
}

function refuse(reader: NodeReader, problemOf: (key: string) => string | undefined): void {
  for (const key of reader.members.keys()) {
    const problem = constraints.includes(key) ? problemOf(key) : undefined
    if (problem !== undefined) reader.report(problem, key)
  }
}
