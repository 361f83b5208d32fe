/** The members of a definition that are functions when they are there. */
export const optionalCallbacks = [
  'finalizeContent',
  'isConcurrencySafe',
  'presentCall',
  'presentResult',
  'touches',
] as const

/** Whether a member is left out or a function. */
export function isOptionalFunction(value: unknown): boolean {
  return value === undefined || typeof value === 'function'
}

/** Whether an output declaration has its functions; what it says of its schema is checked elsewhere. */
export function isDeclaredOutput(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false
  const { render, presentationMeta } = output as { render?: unknown; presentationMeta?: unknown }
  return typeof render === 'function' && isOptionalFunction(presentationMeta)
}

/** Whether a time budget is left out, or milliseconds that can be waited for. */
export function isTimeBudget(timeoutMs: number | undefined): boolean {
  return timeoutMs === undefined || (Number.isFinite(timeoutMs) && timeoutMs > 0)
}

/** Whether a value is a JSON Pointer (RFC 6901) to something inside a document. */
export function isJsonPointer(value: unknown): value is string {
  return typeof value === 'string' && /^(\/([^~/]|~[01])*)+$/.test(value)
}
