import type { JsonObject, JsonValue } from '../../json/value.ts'

/** A schema that a reference led to, and the resource in which its own references are resolved. */
export interface Target {
  readonly schema: JsonValue
  readonly resource: JsonObject
}

/**
 * Follows a local reference: `#`, or `#/` and a JSON Pointer, in its own resource. Anything else, such as an
 * anchor or another address, is not followed.
 */
export function follow(reference: string, resource: JsonObject): Target | undefined {
  const { $id } = resource
  const own =
    typeof $id === 'string' && $id !== '' && reference.startsWith($id) ? $id.replace(/#.*$/s, '') : ''
  const local = reference.slice(own.length)
  if (local !== '' && !local.startsWith('#')) return undefined
  const pointer = decode(local.slice(1))
  if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined
  let at: Target = { schema: resource, resource }
  for (const token of pointer.split('/').slice(1)) {
    const next = step(at, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (next === undefined) return undefined
    at = next
  }
  return at
}

function step({ schema, resource }: Target, token: string): Target | undefined {
  if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, token)) return undefined
  const next = Array.isArray(schema) ? schema[Number(token)] : schema[token]
  return next === undefined ? undefined : { schema: next, resource: resourceOf(next, resource) }
}

/** A schema with an `$id` of its own is a resource of its own. */
export function resourceOf(schema: JsonValue, around: JsonObject): JsonObject {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return around
  const { $id } = schema
  return typeof $id === 'string' && !$id.startsWith('#') ? schema : around
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}
