import type { JsonValue } from '../json/value.ts'

/** What a foreign schema may lean on. */
export interface ForeignSchemaOptions {
  /** Documents known locally, by the address under which a `$ref` names them; nothing else is ever fetched. */
  readonly remotes?: Readonly<Record<string, JsonValue>>
}
/** Judges a value by a foreign schema: why it is refused, one line each; empty when it is accepted. */
export type ForeignValidator = (value: JsonValue) => string[]

export async function compileForeignSchema(
  schema: JsonValue,
  options?: ForeignSchemaOptions,
): Promise<ForeignValidator> {
  throw new Error(`pending ${typeof schema} ${typeof options}`)
}
