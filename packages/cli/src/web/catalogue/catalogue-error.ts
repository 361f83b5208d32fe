import { HarnessError } from '@millrace/protocol'
import { UsageError } from '../../usage-error.ts'

/** Something about tools, servers or rules that a page asked for and that cannot be done. */
export class CatalogueError extends HarnessError {
  /** What can be done about it, one line each. */
  readonly hints: readonly string[]

  constructor(code: string, message: string, hints: readonly string[] = [], options: ErrorOptions = {}) {
    super(code, message, options)
    this.hints = hints
  }
}

/** Does something, and tells a page of mistakes in the words that the command has for them. */
export async function toldToPage<T>(use: () => T | Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new CatalogueError(error.code, error.message, error.hints, { cause: error })
  }
}
