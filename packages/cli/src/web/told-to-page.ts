import { UsageError } from '../usage-error.ts'
import { WebError } from './web-error.ts'

/** Does something, and tells a page of mistakes in the words that the command has for them. */
export async function toldToPage<T>(use: () => T | Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new WebError(error.code, error.message, error.hints, { cause: error })
  }
}
