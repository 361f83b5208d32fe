import { HarnessError } from '@millrace/schema'

/** The caller gave up while a command ran, and what it started has been ended. */
export class AbortError extends HarnessError {
  /** @param lines - the last of what was printed; empty where nothing was. */
  constructor(lines = '') {
    super('ABORTED', lines === '' ? 'tool call aborted' : `tool call aborted; the last output was:\n${lines}`)
  }
}
