import { Capture } from './capture.ts'
import { isSealed } from './seal.ts'
import type { JsonValue } from './value.ts'

/**
 * A deeply frozen copy of a value, the same as JSON text would carry it. Each property is read once, `toJSON`
 * is ignored, own `__proto__` keys survive, shared parts stay shared, depth is limited by memory alone. A value
 * made here before, also one inside a new value, is returned as it is.
 *
 * @throws JsonValueError naming what is not lossless and where: `undefined`, `NaN`, `-0`, functions, class
 * instances, sparse or decorated arrays, hidden or symbol keys, cycles. What a getter throws passes as it is.
 */
export function snapshotJsonValue(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'object' && value !== null && isSealed(value)) return value as JsonValue
  return new Capture(value, false).value as JsonValue
}

/** Whether a value is lossless JSON, by the rules of {@link snapshotJsonValue}; a throw counts as no. */
export function isJsonValue(value: unknown): value is JsonValue {
  return isSnapshot(value) || isLossless(value)
}

/**
 * Whether a value is known to be lossless and frozen for good: a container that this package made, or a scalar
 * that JSON can carry. Looks at nothing inside, never throws.
 */
export function isSnapshot(value: unknown): value is JsonValue {
  return typeof value === 'object' && value !== null ? isSealed(value) : isLossless(value)
}

function isLossless(value: unknown): boolean {
  return new Capture(value, true).lossless
}
