import type { ScriptedAnswer } from './script.ts'

/** How a protocol writes an answer down. */
export interface Wire {
  /** The events of a stream, ready to be sent: the content, then how it finishes, then what ends it. */
  events(answer: ScriptedAnswer, model: string): { content: string[]; finish: string[]; end: string[] }
  /** The body of an answer that is not streamed. */
  whole(answer: ScriptedAnswer, model: string): unknown
  /** An error within a stream. */
  error(type: string, message: string): string
  /** The body of a refusal. */
  refusal(status: number): unknown
}

/** The provider's usual words for a status. */
export function wordsOf(status: number): { type: string; message: string } {
  return (
    usual[status] ??
    (status >= 500
      ? { type: 'api_error', message: 'Internal server error' }
      : { type: 'invalid_request_error', message: 'The request was refused' })
  )
}

const usual: Readonly<Record<number, { type: string; message: string }>> = {
  401: { type: 'authentication_error', message: 'invalid api key' },
  403: { type: 'permission_error', message: 'the key has no permission for this' },
  404: { type: 'not_found_error', message: 'the model does not exist' },
  429: { type: 'rate_limit_error', message: 'too many requests' },
  529: { type: 'overloaded_error', message: 'Overloaded' },
}
