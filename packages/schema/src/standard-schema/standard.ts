/** One complaint of a schema library, with the way to the offending value where it is known. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What validation came to: the parsed value, or the complaints. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** Gives the JSON Schema of either side; throws where the library cannot express it. */
export interface StandardJsonSchemaConverter {
  /** The schema of what is validated. */
  readonly input: (options: { readonly target: string }) => Record<string, unknown>
  /** The schema of what validation returns. */
  readonly output: (options: { readonly target: string }) => Record<string, unknown>
}

/**
 * A schema of any library that follows Standard Schema 1 (zod, valibot, arktype and others). Structurally
 * compatible with `StandardSchemaV1`, and with `StandardJSONSchemaV1` where `jsonSchema` is present.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema?: StandardJsonSchemaConverter
  }
}

/** A Standard Schema with its JSON Schema beside it, for a library that cannot give one. */
export interface StandardSchemaPair<S extends StandardSchema = StandardSchema> {
  readonly schema: S
  /** Describes what `schema` takes in. */
  readonly jsonSchema: object
}

/** Either form in which a schema of another library comes. */
export type ForeignSchema = StandardSchema | StandardSchemaPair

type Types<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T>
  : S extends { readonly schema: { readonly '~standard': { readonly types?: infer T } } }
    ? NonNullable<T>
    : never

/** What a foreign schema takes in: the value as it is written, before defaults and transforms. */
export type InferForeignInput<S> = Types<S> extends { readonly input: infer I } ? I : unknown

/** What a foreign schema gives back: the value after defaults and transforms. */
export type InferForeignOutput<S> = Types<S> extends { readonly output: infer O } ? O : unknown

/** Whether a value is a Standard Schema of version 1. Never throws. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  try {
    const standard: unknown = (value as Partial<StandardSchema>)['~standard']
    if (standard === null || typeof standard !== 'object') return false
    const { version, validate } = standard as Partial<StandardSchema['~standard']>
    return version === 1 && typeof validate === 'function'
  } catch {
    return false
  }
}

/** Whether a value is a Standard Schema, bare or with its JSON Schema beside it. Never throws. */
export function isForeignSchema(value: unknown): value is ForeignSchema {
  if (isStandardSchema(value)) return true
  if (value === null || typeof value !== 'object') return false
  try {
    return isStandardSchema((value as Partial<StandardSchemaPair>).schema)
  } catch {
    return false
  }
}
