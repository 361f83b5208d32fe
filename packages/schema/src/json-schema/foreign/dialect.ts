import type { JsonValue } from '../../json/value.ts'

/** Where the documents live that say what JSON Schema is. */
const metaSchemaHost = 'json-schema.org'

/**
 * How a document, or a schema embedded in it, would change what other schemas mean, if it would: by taking the
 * address of a meta-schema, which the library would believe for the whole process, or, for a schema, by defining
 * a dialect. A document known locally may define one, under an address of its own: only schemas that name it are
 * judged by it.
 *
 * @param address - where the document lives, if it is one that is known locally.
 */
export function tampering(document: JsonValue, address?: string): string | undefined {
  if (address !== undefined && isMetaSchemaAddress(address)) return 'takes the address of a meta-schema'
  const seen = new Set<JsonValue>()
  const waiting: JsonValue[] = [document]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    if (!Array.isArray(next)) {
      if (address === undefined && isObject(next['$vocabulary']) && isResource(next, document)) {
        return '$vocabulary cannot define a dialect'
      }
      if (isMetaSchemaAddress(next['$id']) || isMetaSchemaAddress(next['id'])) {
        return '$id cannot be the address of a meta-schema'
      }
    }
    for (const part of Object.values(next)) if (typeof part === 'object') waiting.push(part)
  }
  return undefined
}

function isMetaSchemaAddress(id: JsonValue | undefined): boolean {
  if (typeof id !== 'string' || !id.toLowerCase().includes(metaSchemaHost)) return false
  const base = 'https://localhost'
  return URL.canParse(id, base) && new URL(id, base).hostname === metaSchemaHost
}

const isObject = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a node is the root, or has an identifier of its own. */
const isResource = (node: Readonly<Record<string, JsonValue>>, root: JsonValue): boolean =>
  node === root || typeof node['$id'] === 'string' || typeof node['id'] === 'string'
