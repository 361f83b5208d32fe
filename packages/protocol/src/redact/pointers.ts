import type { JsonValue } from '@millrace/schema'

/** What stands in the place of a secret. */
export const redaction = '[redacted]'

/**
 * A value without what JSON Pointers (RFC 6901) lead to, such as the arguments of a call without the `secrets` of its
 * tool.
 * @returns the very same value where they lead to nothing.
 */
export function redactPointers(value: JsonValue, pointers: readonly string[]): JsonValue {
  return pointers.reduce((rest, pointer) => without(rest, stepsOf(pointer)), value)
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function without(value: JsonValue, steps: readonly string[]): JsonValue {
  const [step, ...rest] = steps
  if (step === undefined) return redaction
  if (typeof value !== 'object' || value === null) return value
  // Entries, so that an array's length or an inherited name is never taken for a member.
  const entries: [string, JsonValue][] = Object.entries(value)
  const found = entries.find(([key]) => key === step)
  if (found === undefined) return value
  const next = without(found[1], rest)
  if (next === found[1]) return value
  if (Array.isArray(value)) return value.with(Number(step), next)
  return Object.fromEntries(entries.map(([key, each]) => [key, key === step ? next : each]))
}
