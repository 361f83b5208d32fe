import { HarnessError } from '@millrace/schema'

/** Runs the work of a web tool; once the caller has given up, what it throws is reported as the cancellation. */
export async function onWeb<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? new AbortError() : error
  }
}

/** The caller gave up while a tool worked. */
class AbortError extends HarnessError {
  constructor() {
    super('ABORTED', 'tool call aborted')
  }
}
