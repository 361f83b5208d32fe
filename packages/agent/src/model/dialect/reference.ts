import type { JsonObject, JsonValue } from '@millrace/schema'

/** Whether a value is an object of JSON. */
export function isNode(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a local reference (`#`, `#/…`) points at; nothing for any other, or where nothing is there. */
export function resolved(root: JsonObject, ref: string): JsonValue | undefined {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  let value: JsonValue | undefined = root
  for (const token of ref.slice(2).split('/')) {
    const key = keyOf(token)
    if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      return undefined
    }
    value = Array.isArray(value) ? value[Number(key)] : value[key]
  }
  return value
}

function keyOf(token: string): string | undefined {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return undefined
  }
}

/** Whether a reference points at a definition of the root, where it can stay. */
export function isDefinition(ref: string): boolean {
  return /^#\/(\$defs|definitions)\/[^/]+$/.test(ref)
}

/** Whether references occur anywhere in a value; too deep counts as yes. */
export function holdsReference(value: JsonValue | undefined, left: number = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  if (!Array.isArray(value) && Object.hasOwn(value, '$ref')) return true
  return Object.values(value).some((part) => holdsReference(part, left - 1))
}

/** Whether a value is deeper than what is sent. */
export function isTooDeep(value: JsonValue, left: number = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  return Object.values(value).some((part) => isTooDeep(part, left - 1))
}

/** Levels of schema that are sent: printers and providers recurse. */
export const deepest = 64
