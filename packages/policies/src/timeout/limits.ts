import type { ToolDefinition } from '@millrace/tools'
import type { TimeoutConfig } from './contract.ts'

/** The limit of a tool in milliseconds; undefined where it has none. */
export type LimitOf = (name: string, definition: ToolDefinition | undefined) => number | undefined

/**
 * Reads the limits once, so that a call looks nothing up but its tool.
 * @throws RangeError for one that is no time that can be waited for.
 */
export function limitsOf({ defaultMs, tools = {} }: TimeoutConfig): LimitOf {
  if (defaultMs !== undefined) requireTime('defaultMs', defaultMs)
  const named = new Map(Object.entries(tools))
  for (const [name, limit] of named) if (limit !== 'none') requireTime(`tools.${name}`, limit)
  return (name, definition) => {
    const own = named.get(name)
    if (own !== undefined) return own === 'none' ? undefined : own
    return definition === undefined ? undefined : (definition.timeoutMs ?? defaultMs)
  }
}

/** @throws RangeError where a value is not milliseconds, positive and finite. */
export function requireTime(what: string, ms: unknown): void {
  if (typeof ms === 'number' && Number.isFinite(ms) && ms > 0) return
  throw new RangeError(`timeout: ${what} must be a positive finite number of milliseconds, not ${String(ms)}`)
}
