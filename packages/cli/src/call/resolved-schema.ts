import type { Schema } from './typed-value.ts'

/** References that lead to references; more are a circle. */
const mostSteps = 16
/** Branches that are looked at, those within branches included. */
const mostBranches = 500
/** How deep they stand within each other at most. */
const deepest = 4

/**
 * A schema with what a local reference in it names: itself, and each of its branches. What cannot be found, or leads in a
 * circle, says nothing.
 * @param root - the schema that references are about.
 */
export function resolvedSchema(schema: Schema, root: Schema): Schema {
  return withBranches(schema, { root, left: mostBranches }, deepest)
}

function withBranches(
  schema: Schema,
  search: { readonly root: Schema; left: number },
  depth: number,
): Schema {
  const named = followed(schema, search.root)
  if (depth === 0) return named
  const branches = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((key) => {
    const list: unknown = named[key]
    if (!Array.isArray(list)) return []
    const few = list.slice(0, search.left)
    search.left -= few.length
    return [[key, few.map((each) => withBranches(asObject(each), search, depth - 1))] as const]
  })
  return branches.length === 0 ? named : { ...named, ...Object.fromEntries(branches) }
}

function followed(schema: Schema, root: Schema): Schema {
  let found = schema
  for (let step = 0; step < mostSteps; step++) {
    const { $ref: reference, ...beside } = found
    if (typeof reference !== 'string') return found
    // What stands beside a reference, such as a description, is more of the same schema.
    found = { ...pointedTo(reference, root), ...beside }
  }
  return {}
}

/** What a reference such as `#/$defs/Point` names; nothing where it leads elsewhere. */
function pointedTo(reference: string, root: Schema): Schema {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return {}
  let found: unknown = root
  for (const step of reference.slice(2).split('/')) {
    const key = decoded(step)
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return {}
    found = (found as Readonly<Record<string, unknown>>)[key]
  }
  return asObject(found)
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

function asObject(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}
