import { text, type ToolErrorInfo } from '@millrace/protocol'
import type { ToolExecutionFailure } from '@millrace/tools'
import { timeWords } from './time-words.ts'

const info: ToolErrorInfo = Object.freeze({ name: 'ToolTimeoutError', code: 'TOOL_TIMEOUT' })

/** A call that reached its limit. */
export interface Overrun {
  readonly name: string
  readonly limitMs: number
  /** Milliseconds from the limit to the end of the body. */
  readonly overMs: number
  readonly graceMs: number
  /** How the body ended. */
  readonly result: ToolExecutionFailure
}

/** The reason with which the body's signal aborts. */
export function timeoutReason(name: string, limitMs: number): Error {
  return new DOMException(reached(name, limitMs), 'TimeoutError')
}

/**
 * The failure of a call that ran into its limit. It keeps what the body deferred, and what the body said of its end,
 * as that may be all that is known of what it did.
 */
export function timedOut({ name, limitMs, overMs, graceMs, result }: Overrun): ToolExecutionFailure {
  const late =
    overMs > graceMs ? `; it ignored its signal, and ended only ${timeWords(overMs)} after the limit` : ''
  const message = `${reached(name, limitMs)}${late}${lastWords(result, name, limitMs)}`
  const { additionalContexts } = result
  return {
    isError: true,
    error: { message, info },
    content: [text(`Error: ${message}`)],
    ...(additionalContexts === undefined ? {} : { additionalContexts }),
  }
}

function reached(name: string, limitMs: number): string {
  return `tool "${name}" reached its time limit of ${timeWords(limitMs)} and was cancelled`
}

function lastWords({ error }: ToolExecutionFailure, name: string, limitMs: number): string {
  const { message } = error
  const saysNothing = message === '' || message === 'tool call aborted' || message === reached(name, limitMs)
  return saysNothing ? '' : `; it ended with: ${message}`
}
