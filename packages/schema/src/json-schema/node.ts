import type { JsonValue } from '../json/value.ts'

/** Scalar values that `enum` and `const` may hold. */
export type JsonSchemaScalar = string | number | boolean | null

/** The single-type keywords of the enforced subset. */
export type JsonSchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/**
 * One raw JSON Schema node of the enforced subset. The fields describe the wire form only; which of them may
 * stand together is decided by `assertSupportedJsonSchema`, and a node is trusted only after it passed there.
 */
export interface JsonSchemaNode {
  /** The value's type. Without it, and without constraints, any lossless JSON is accepted. */
  type?: JsonSchemaType
  /** At least two branches, of which exactly one must accept the value. */
  oneOf?: JsonSchemaNode[]
  /** Schemas of named properties; only beside `type: 'object'`. */
  properties?: Record<string, JsonSchemaNode>
  /** Names that must be present; each must stand in `properties`. */
  required?: string[]
  /** `false` refuses undeclared keys; absent or `true` leaves the object open. */
  additionalProperties?: boolean
  /** Schema of every item; only beside `type: 'array'`. */
  items?: JsonSchemaNode
  /** The values a scalar may take. */
  enum?: JsonSchemaScalar[]
  /** The one value a scalar may take. */
  const?: JsonSchemaScalar
  /** Annotation; never enforced. */
  description?: string
  /** Annotation; never enforced. */
  title?: string
  /** Annotation; never applied, but must be lossless JSON. */
  default?: JsonValue
  /** Annotation; must be lossless JSON. */
  examples?: JsonValue
}

/** A schema whose root is an object. */
export type ObjectJsonSchema = JsonSchemaNode & { type: 'object' }
