import { HarnessError } from '@millrace/protocol'

/** What went wrong with a request, or with the server itself. */
export type WorkbenchErrorCode =
  /** The page was not built. */
  | 'WEB_PAGE_MISSING'
  /** The request has another shape than the contract says. */
  | 'BAD_REQUEST'
  /** There is nothing at this address, or it is there no more. */
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  /** The body is longer than any request needs. */
  | 'TOO_LARGE'
  /** So many streams are open that no further one is. */
  | 'TOO_MANY_STREAMS'

/** The workbench cannot do what it was asked for. */
export class WorkbenchError extends HarnessError {
  declare readonly code: WorkbenchErrorCode

  /** @param code - stable. @param message - what is wrong, and what was expected. */
  constructor(code: WorkbenchErrorCode, message: string) {
    super(code, message)
  }
}
