import {
  canonicalJson,
  JsonSchemaError,
  snapshotJsonValue,
  withObjectRoot,
  type JsonObject,
  type JsonValue,
} from '@millrace/schema'
import { isRecord } from '../../is-record.ts'
import { hidesSomething, visible } from './visible.ts'
import { partUnder, surveySchema, type Part, type SchemaSurvey } from './survey.ts'

/** What is nested deeper is not read by everything that a schema goes through. */
const deepest = 500
/** Compiling takes about 30 microseconds for each, in which nothing else runs. */
const mostParts = 10_000
/** UTF-16 units of a schema that nobody needs to be told of. */
const usual = 100_000
/** UTF-16 units of a schema beyond which the requests of all tools would suffer. */
const largest = 500_000

/** A foreign schema made ready for a model and for the judge of values. */
export interface ModelSchema {
  /** What a model is told. A snapshot with an object root. */
  readonly parameters: JsonObject
  /** What values are judged by; anything is accepted where this is `{}`. */
  readonly judged: JsonValue
  /** What was widened or is worth a look, a clause each. */
  readonly problems: readonly string[]
}

const anyObject = snapshotJsonValue({ type: 'object' }) as JsonObject

/**
 * The schema of a tool's arguments. It stays as it is but for hidden characters in its annotations, references that lead
 * nowhere, and a missing object root. Where it cannot be used, any object is accepted; it is never narrower than it was.
 */
export function modelSchema(inputSchema: JsonValue): ModelSchema {
  const schema = snapshotJsonValue(inputSchema)
  if (!isRecord(schema)) {
    return widened('its parameters are no JSON Schema with an object root')
  }
  const survey = surveySchema(schema, deepest)
  if (survey.depth > deepest) return widened(`its parameters are nested deeper than ${deepest} levels`)
  if (survey.parts > mostParts) return widened(`its parameters have more than ${mostParts} parts`)
  const length = lengthOf(schema, survey)
  if (length > largest) return widened(`its parameters have ${length} characters, more than ${largest}`)
  const problems = remarks(survey, length)
  const mended = survey.hidden || survey.dangling.length > 0 ? mend(schema, survey) : schema
  try {
    const parameters = snapshotJsonValue(withObjectRoot(mended as JsonObject, 'parameters')) as JsonObject
    const judged = survey.dangling.length > 0 ? {} : withObjectRoot(schema, 'parameters')
    return { parameters, judged, problems }
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error
    return widened('its parameters describe something other than an object')
  }
}

/**
 * The schema of a tool's structured output, as it is; `{}` and why where it cannot be used.
 */
export function outputSchema(given: JsonValue): {
  readonly schema: JsonObject
  readonly problems: readonly string[]
} {
  const schema = snapshotJsonValue(given)
  const any = (why: string) => ({
    schema: snapshotJsonValue({}) as JsonObject,
    problems: [`${why}; any output is accepted`],
  })
  if (!isRecord(schema)) {
    return schema === true
      ? { schema: snapshotJsonValue({}) as JsonObject, problems: [] }
      : any('its output schema is no JSON Schema')
  }
  const survey = surveySchema(schema, deepest)
  if (survey.depth > deepest) return any(`its output schema is nested deeper than ${deepest} levels`)
  if (survey.parts > mostParts) return any(`its output schema has more than ${mostParts} parts`)
  if (lengthOf(schema, survey) > largest) return any(`its output schema has more than ${largest} characters`)
  if (survey.dangling.length > 0)
    return any(`its output schema refers to ${listed(survey.dangling)}, which it does not have`)
  return { schema, problems: [] }
}

function widened(why: string): ModelSchema {
  return { parameters: anyObject, judged: {}, problems: [`${why}; any arguments are accepted`] }
}

/** UTF-16 units of a schema as JSON; of a small one only about as many. */
function lengthOf(schema: JsonObject, { units }: SchemaSurvey): number {
  return units < usual / 4 ? units : canonicalJson(schema).length
}

function remarks({ dangling, hidden }: SchemaSurvey, length: number): string[] {
  const problems: string[] = []
  if (dangling.length > 0) {
    problems.push(
      `its parameters refer to ${listed(dangling)}, which they do not have; any arguments are accepted`,
    )
  }
  if (hidden) problems.push('its parameters have hidden characters; in descriptions they are written out')
  if (length > usual) problems.push(`its parameters take ${length} characters of each request`)
  return problems
}

function listed(references: readonly string[]): string {
  const more = references.length - 3
  const few = references.slice(0, 3).map((each) => JSON.stringify(visible(each.slice(0, 100))))
  return few.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const annotations = new Set(['description', 'title', '$comment'])

/** A copy without dangling references, whose annotations hide nothing. Recursive: the depth has been looked at. */
function mend(node: JsonValue, survey: SchemaSurvey, part: Part = 'schema'): JsonValue {
  if (typeof node !== 'object' || node === null || part === 'data') return node
  if (Array.isArray(node)) return node.map((each) => mend(each, survey, partUnder(part, '')))
  const entries = Object.entries(node).flatMap(([key, value]): [string, JsonValue][] => {
    if (typeof value !== 'string') return [[key, mend(value, survey, partUnder(part, key))]]
    if (part !== 'schema') return [[key, value]]
    if (key === '$ref' && survey.dangling.includes(value)) return []
    return [[key, annotations.has(key) && hidesSomething(value) ? visible(value) : value]]
  })
  return Object.fromEntries(entries)
}
