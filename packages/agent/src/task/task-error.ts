import { HarnessError } from '@millrace/protocol'

/** A task that its agent did not bring to an end. */
export class TaskError extends HarnessError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('TASK_FAILED', message, options)
  }
}
