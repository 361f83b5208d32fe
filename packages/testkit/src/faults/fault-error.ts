import { HarnessError } from '@millrace/protocol'

/** A fault that does not fit the tool, or has no place where it could be put. */
export class FaultError extends HarnessError {
  declare readonly code: 'FAULT_NOT_POSSIBLE'

  constructor(message: string) {
    super('FAULT_NOT_POSSIBLE', message)
  }
}
