import { HarnessError } from '@millrace/schema'

/** The caller gave up while a tool worked, and what the tool had under way has been ended. */
export class AbortError extends HarnessError {
  /** @param output - the last of what a command had printed; empty where there is none. */
  constructor(output = '') {
    super(
      'ABORTED',
      output === '' ? 'tool call aborted' : `tool call aborted; the last output was:\n${output}`,
    )
  }
}
