import type { JsonObject, JsonValue } from '@millrace/protocol'

/** Whether a value of JSON is an object, and neither a list nor null. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
