/** Marks every error of the family, whichever installed copy of the package minted it. */
const brand: unique symbol = Symbol.for('millrace.error') as never

/**
 * An error with a stable, machine-readable code. It is recognised by brand and not by `instanceof`, so that
 * two installed copies of the package understand each other.
 */
export class HarnessError extends Error {
  /** Stable identifier of the failure, such as `INVALID_ARGS`. */
  readonly code: string
  /** True where the same call may succeed when it is made again. */
  declare readonly retryable?: true

  /**
   * @param code - the stable identifier.
   * @param message - what went wrong, where, what was expected and how to mend it.
   * @param options - the cause, and whether trying again may help.
   */
  constructor(code: string, message: string, options: ErrorOptions & { readonly retryable?: true } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = new.target.name
    this.code = code
    if (options.retryable) this.retryable = true
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Whether a thrown value is one of the family's errors, from this or another copy of the package.
 * Never throws, whatever the value is.
 */
export function isHarnessError(error: unknown): error is HarnessError {
  if (typeof error !== 'object' || error === null) return false
  try {
    return (
      (error as Record<symbol, unknown>)[brand] === true && typeof (error as HarnessError).code === 'string'
    )
  } catch {
    return false
  }
}
