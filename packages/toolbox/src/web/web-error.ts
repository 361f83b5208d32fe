import { HarnessError } from '@millrace/schema'

/** Why an answer from the web is of no use. */
export type WebErrorCode =
  | 'WEB_UNSUPPORTED_CONTENT_TYPE'
  | 'WEB_UNKNOWN_CHARSET'
  | 'WEB_SEARCH_RATE_LIMITED'
  | 'WEB_SEARCH_REFUSED'
  | 'WEB_SEARCH_FAILED'

/** An answer that cannot be used; the message is safe to show. */
export class WebError extends HarnessError {
  declare readonly code: WebErrorCode

  /**
   * @param code - the stable identifier.
   * @param message - what is wrong, with everything from outside escaped.
   * @param options - the cause, and whether trying again may help.
   */
  constructor(
    code: WebErrorCode,
    message: string,
    options: ErrorOptions & { readonly retryable?: true } = {},
  ) {
    super(code, message, options)
  }
}
