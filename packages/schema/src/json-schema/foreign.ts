import { snapshotJsonValue } from '../json/snapshot.ts'
import type { JsonValue } from '../json/value.ts'

/** What a foreign schema may lean on. */
export interface ForeignSchemaOptions {
  /** Documents known locally, by the address under which a `$ref` names them; nothing else is ever fetched. */
  readonly remotes?: Readonly<Record<string, JsonValue>>
}

/** Judges a value by a foreign schema: why it is refused, one line each; empty when it is accepted. */
export type ForeignValidator = (value: JsonValue) => string[]

/** The compilation that is under way; schemas take turns, so that their identifiers never meet. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes a schema that somebody else wrote ready, by the whole of JSON Schema: draft 2020-12, or the draft that its
 * `$schema` names. The library behind it is loaded when the first such schema appears. Patterns are matched in
 * linear time, and the work for one value is bounded.
 *
 * @throws JsonSchemaError for a schema that is invalid, refers to something that is not known locally, or has a
 * pattern that cannot be matched in linear time.
 */
export async function compileForeignSchema(
  schema: JsonValue,
  options: ForeignSchemaOptions = {},
): Promise<ForeignValidator> {
  const fixed = snapshotJsonValue(schema)
  const remotes = snapshotJsonValue(options.remotes ?? {}) as Readonly<Record<string, JsonValue>>
  const turn = last.then(async () => {
    const { makeValidator } = await import('./foreign/validator.ts')
    return makeValidator(fixed, remotes)
  })
  last = turn.catch(() => undefined)
  return turn
}
