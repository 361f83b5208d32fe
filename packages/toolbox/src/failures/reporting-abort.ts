import { AbortError } from './abort-error.ts'

/** Does the work of a tool; once the caller has given up, whatever that throws is reported as the cancellation. */
export async function reportingAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? new AbortError() : error
  }
}
