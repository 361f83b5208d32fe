import { isHarnessError } from '@millrace/protocol'
import type { WireProblem } from '../../wire/frame.ts'
import { jsonText } from './json-text.ts'
import { answerHeaders } from './security-headers.ts'

/** What cannot be done, as it is told to a page. */
export interface Failure {
  readonly status: number
  readonly problem: WireProblem
}

const statuses: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  INVALID_ARGS: 400,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  TOO_MANY_STREAMS: 503,
  SESSION_LOCKED: 409,
  SESSION_EXISTS: 409,
  SESSION_BUSY: 409,
  SESSION_CLOSED: 409,
  SESSION_OTHER_FOLDER: 409,
  AGENT_DISPOSED: 409,
  SESSION_LOG_FAILED: 500,
}

/**
 * What a thrown value means to a page. Errors of Millrace are written for the person; anything else is a mistake of ours,
 * of which the page learns nothing.
 * @param warn - hears of those.
 */
export function failureOf(error: unknown, warn: (message: string, error: unknown) => void): Failure {
  if (isHarnessError(error)) {
    const { code, message } = error
    return { status: statusOf(code), problem: { code, message, ...hintsOf(error) } }
  }
  warn('a request failed', error)
  const message = 'something went wrong in the server; what it was stands where the server runs'
  return { status: 500, problem: { code: 'INTERNAL', message } }
}

/** A failure as an answer. */
export function failureAnswer({ status, problem }: Failure): Response {
  const headers = { ...answerHeaders, 'Content-Type': 'application/json' }
  const retry = status === 503 && { 'Retry-After': '5' }
  return new Response(jsonText({ error: problem }), { status, headers: { ...headers, ...retry } })
}

function statusOf(code: string): number {
  return statuses[code] ?? (/(?:^|_)NOT_FOUND$/.test(code) ? 404 : 422)
}

function hintsOf(error: object): Pick<WireProblem, 'hints'> {
  const hints: unknown = 'hints' in error ? error.hints : undefined
  if (!Array.isArray(hints)) return {}
  const texts = hints.filter((hint): hint is string => typeof hint === 'string')
  return texts.length > 0 ? { hints: texts } : {}
}
