import type { JsonSchemaNode } from './node.ts'

/** How many levels of a schema may be judged by recursion; far below what the stack can take. */
const recursionLimit = 400

/** Whether a schema is so low that judging a value by recursion is safe. */
export function isShallow(schema: JsonSchemaNode): boolean {
  let level: JsonSchemaNode[] = [schema]
  for (let height = 0; level.length > 0; height++) {
    if (height === recursionLimit) return false
    // A node that several others share counts once a level.
    level = [...new Set(level.flatMap(partsOf))]
  }
  return true
}

function partsOf(node: JsonSchemaNode): JsonSchemaNode[] {
  const parts = [...Object.values(node.properties ?? {}), ...(node.oneOf ?? [])]
  if (node.items !== undefined) parts.push(node.items)
  return parts
}
