import { JsonTextError } from '../errors.ts'
import { sealParsed } from '../seal-parsed.ts'
import type { JsonValue } from '../value.ts'
import { findFault } from './find-fault.ts'
import { scanText } from './scan.ts'

/**
 * The arguments that a model wrote, as a snapshot. Absent, empty or blank text means `{}`. Nothing is rounded
 * and nothing is picked silently: a number that would change and a key that stands twice are refused.
 *
 * @param text - the raw argument text of one call.
 * @throws JsonTextError with the place, what is wrong there, and how to mend it.
 */
export function parseToolArguments(text: string | undefined): JsonValue {
  return parseExactly(text === undefined || text.trim() === '' ? '{}' : text)
}

function parseExactly(text: string): JsonValue {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw explain(text, error)
  }
  const { keys, exact } = scanText(text)
  // A key that stands twice is written twice and kept once.
  if (!exact || sealParsed(value) !== keys) throw explain(text, undefined)
  return value as JsonValue
}

function explain(text: string, cause: unknown): JsonTextError {
  const fault = findFault(text)
  if (fault === undefined) {
    return new JsonTextError('the arguments cannot be read as JSON; send a smaller or simpler text', {
      cause,
    })
  }
  const before = text.slice(0, fault.offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  const column = Array.from(before.slice(lineStart)).length + 1
  const place = { line, column }
  return new JsonTextError(
    `the arguments are not exact JSON: line ${line}, column ${column}: ${fault.problem}; ${fault.mend}`,
    { place },
  )
}
