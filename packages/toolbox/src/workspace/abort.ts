import { HarnessError } from '@millrace/schema'

/** The caller gave up while a tool worked. */
class AbortError extends HarnessError {
  constructor() {
    super('ABORTED', 'tool call aborted')
  }
}

/** Runs a tool's work; once the caller has given up, whatever it throws is reported as the cancellation. */
export async function abortable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? new AbortError() : error
  }
}
