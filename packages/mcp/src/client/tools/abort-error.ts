import { HarnessError } from '@millrace/protocol'

/** The caller gave up while a server worked on the call; the server was told, and what it did until then is not known. */
export class AbortError extends HarnessError {
  constructor(options?: ErrorOptions) {
    super('ABORTED', 'tool call aborted; the server was told', options)
  }
}
