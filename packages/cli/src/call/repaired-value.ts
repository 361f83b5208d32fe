import { isHarnessError } from '@millrace/protocol'
import { validateJsonSchemaValue, type JsonSchemaNode } from '@millrace/schema'
import type { Schema } from './typed-value.ts'

/**
 * A value near the one that was refused and that the schema accepts: in the brackets that it lacks, as the number that
 * it spells, or the bound that it oversteps.
 * @param problem - the message that refused it.
 */
export function repairedValue(key: string, value: unknown, schema: Schema, problem: string): unknown {
  const candidates = [[value], spelled(value), withinBounds(key, value, problem)]
  return candidates.find((candidate) => candidate !== undefined && isAccepted(candidate, schema))
}

function spelled(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  return value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
}

/** The bound of `"limit" must be from 1 to 2000, not 99999` that is near. */
function withinBounds(key: string, value: unknown, problem: string): number | undefined {
  if (typeof value !== 'number') return undefined
  const after = problem.split(`"${key}" must be `)[1] ?? ''
  const [, least, most] = /^(?:from|at least) (-?\d+)(?: to (-?\d+))?/.exec(after) ?? []
  if (least === undefined) return undefined
  return Math.min(Math.max(value, Number(least)), most === undefined ? Infinity : Number(most))
}

function isAccepted(value: unknown, schema: Schema): boolean {
  try {
    return validateJsonSchemaValue(schema as JsonSchemaNode, value).length === 0
  } catch (error) {
    if (isHarnessError(error)) return false
    throw error
  }
}
