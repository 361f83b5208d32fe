import { HarnessError } from '@millrace/protocol'

/** Why a model gave no answer. */
export type ModelErrorCode =
  /** No key, or one that the provider does not take. */
  | 'MODEL_AUTH'
  /** The provider does not know the model. */
  | 'MODEL_NOT_FOUND'
  /** Too many requests, or no credit left. */
  | 'MODEL_RATE_LIMIT'
  /** The conversation is longer than the model takes. */
  | 'MODEL_CONTEXT_LENGTH'
  /** The provider refused a tool's schema. */
  | 'MODEL_SCHEMA_REFUSED'
  /** The provider refused the request for another reason. */
  | 'MODEL_BAD_REQUEST'
  /** The provider is overloaded or failed. */
  | 'MODEL_UNAVAILABLE'
  /** The provider cannot be reached. */
  | 'MODEL_UNREACHABLE'
  /** The answer broke off, stalled, or made no sense. */
  | 'MODEL_STREAM_CUT'
  /** No model was chosen, or none of this name is known. */
  | 'MODEL_UNKNOWN'

/** A model that gave no answer. */
export class ModelError extends HarnessError {
  declare readonly code: ModelErrorCode
  /** Milliseconds that the provider asks to wait for. */
  readonly retryAfterMs?: number

  constructor(
    code: ModelErrorCode,
    message: string,
    options: ErrorOptions & { readonly retryable?: true; readonly retryAfterMs?: number } = {},
  ) {
    super(code, message, options)
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }
}
