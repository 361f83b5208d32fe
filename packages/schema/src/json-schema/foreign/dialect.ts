import type { JsonValue } from '../../json/value.ts'

/**
 * Whether a schema, or one embedded in it, would define a dialect. The library would take that definition for the
 * whole process, also under the identifier of a dialect that others use.
 */
export function definesDialect(schema: JsonValue): boolean {
  const waiting: JsonValue[] = [schema]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next) && isObject(next['$vocabulary']) && isResource(next, schema)) return true
    for (const part of Object.values(next)) if (typeof part === 'object') waiting.push(part)
  }
  return false
}

const isObject = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a node is the root, or has an identifier of its own. */
const isResource = (node: Readonly<Record<string, JsonValue>>, root: JsonValue): boolean =>
  node === root || typeof node['$id'] === 'string' || typeof node['id'] === 'string'
