import type { JsonValue } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import { FaultError } from './fault-error.ts'

/**
 * A value whose first text is so long.
 * @throws FaultError where the value has no text.
 */
export function oversized(tool: string, value: unknown, units: number): JsonValue {
  const grown = grow(snapshotJsonValue(value), units)
  if (grown !== undefined) return grown
  throw new FaultError(
    `the value of "${tool}" has no text that could be too long; give the fault to a tool that returns one, or use "invalid-output" with a value`,
  )
}

function grow(value: JsonValue, units: number): JsonValue | undefined {
  if (typeof value === 'string') return 'x'.repeat(units)
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const grown = grow(part as JsonValue, units)
    if (grown === undefined) continue
    return Array.isArray(value) ? value.with(Number(key), grown) : { ...value, [key]: grown }
  }
  return undefined
}
