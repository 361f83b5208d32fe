import type { JsonValue } from '@millrace/protocol'
import type { CallArguments } from './arguments.ts'

/** What stands in the place of a secret. */
const redaction = '[redacted]'

/**
 * The text of a call's arguments without its secrets.
 * @param pointers - JSON Pointers (RFC 6901) into the arguments.
 * @returns the text as it was where it holds none of them.
 */
export function redacted(args: CallArguments, pointers: readonly string[]): string {
  let value = args.value
  for (const pointer of pointers) value = without(value, stepsOf(pointer))
  return value === args.value ? args.text : JSON.stringify(value)
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value with what the steps lead to replaced; the same value where they lead to nothing. */
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
