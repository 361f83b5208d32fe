import type { WebAnswer } from '@millrace/host'
import type { JsonObject, JsonValue } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import { WebError } from '../web/web-error.ts'

/**
 * The JSON object of a search engine's answer.
 * @param engine - its name, for the message.
 * @throws WebError for a refusal, a limit on requests, or an answer that is no JSON object.
 */
export function jsonAnswer(engine: string, { status, body, truncated, headers }: WebAnswer): JsonObject {
  if (status === 429) throw rateLimited(engine, headers.get('retry-after'))
  if (status === 401 || status === 403) {
    throw new WebError(
      'WEB_SEARCH_REFUSED',
      `${engine} refused the request (status ${status}); ${hints(engine)}`,
    )
  }
  if (status !== 200) {
    const passing = status >= 500 ? { retryable: true as const } : {}
    throw new WebError('WEB_SEARCH_FAILED', `${engine} answered with status ${status}`, passing)
  }
  if (truncated) throw new WebError('WEB_SEARCH_FAILED', `${engine} sent an answer that is too long`)
  const value = parsed(engine, new TextDecoder().decode(body))
  if (isJsonObject(value)) return value
  throw malformed(engine)
}

/** The objects in a list of an answer; anything else in it is left out. */
export function objectsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** The error for an answer that is not shaped as the engine documents it. */
export function malformed(engine: string, cause?: unknown): WebError {
  return new WebError('WEB_SEARCH_FAILED', `${engine} sent an answer that is not shaped as it should be`, {
    cause,
  })
}

function parsed(engine: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    throw malformed(engine, error)
  }
}

function rateLimited(engine: string, retryAfter: string | undefined): WebError {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? `after ${retryAfter} seconds` : 'later'
  return new WebError(
    'WEB_SEARCH_RATE_LIMITED',
    `${engine} takes no more requests now; try again ${seconds}`,
    {
      retryable: true,
    },
  )
}

function hints(engine: string): string {
  return engine === 'SearXNG' ? 'its settings must list json among the formats' : 'check the key'
}
