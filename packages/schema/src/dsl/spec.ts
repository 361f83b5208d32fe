/** Lossless JSON as an author writes it: literals that TypeScript inferred as read-only are welcome. */
export type AuthorJson =
  | null
  | boolean
  | number
  | string
  | readonly AuthorJson[]
  | { readonly [key: string]: AuthorJson }

/** What every node may carry. `R` is `true` for the property of a map, where `required` has a meaning. */
interface NodeBase<R extends true> {
  /** Annotation for the reader of the schema; never enforced. */
  readonly description?: string
  /** Annotation; never enforced. */
  readonly title?: string
  /** Annotation; never applied. */
  readonly default?: AuthorJson
  /** Annotation: example values. */
  readonly examples?: AuthorJson
  /** On a property of a map only: the key must be present. Leave it out for an optional property. */
  readonly required?: R
}

/** Text of any length, or one of a few texts. */
export interface StringValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'string'
  /** The values it may take; at least one. */
  readonly enum?: readonly string[]
  /** The one value it may take. */
  readonly const?: string
}

/** A finite number. */
export interface NumberValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'number'
  /** The values it may take; at least one. */
  readonly enum?: readonly number[]
  /** The one value it may take. */
  readonly const?: number
}

/** A whole number. */
export interface IntegerValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'integer'
  /** The values it may take; at least one. */
  readonly enum?: readonly number[]
  /** The one value it may take. */
  readonly const?: number
}

/** `true` or `false`. */
export interface BooleanValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'boolean'
  /** The values it may take; at least one. */
  readonly enum?: readonly boolean[]
  /** The one value it may take. */
  readonly const?: boolean
}

/** Nothing but `null`, mostly as one of the schemas of a `oneOf`. */
export interface NullValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'null'
  /** The values it may take: `null` alone. */
  readonly enum?: readonly null[]
  /** The one value it may take. */
  readonly const?: null
}

/** A list of any length, in which all items follow one schema. */
export interface ArrayValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'array'
  /** The schema of every item; without it, items are any JSON. */
  readonly items?: ValueSchemaSpec
}

/** An object. Whether undeclared keys are welcome is always said. */
export interface ObjectValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'object'
  /** `true` leaves the object open to undeclared keys, `false` closes it. */
  readonly additionalProperties: boolean
  /** The declared keys. */
  readonly properties?: ParameterSchemaSpec
}

/** Any lossless JSON value. Author-only: it compiles to a schema without constraints. */
export interface JsonValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly type: 'json'
}

/** A value that matches exactly one of at least two branches. */
export interface OneOfValueSchemaSpec<R extends true = never> extends NodeBase<R> {
  readonly oneOf: readonly [ValueSchemaSpec, ValueSchemaSpec, ...ValueSchemaSpec[]]
  /** Each branch has a type of its own. */
  readonly type?: never
}

/** The nine kinds of node. */
type NodeSpec<R extends true> =
  | StringValueSchemaSpec<R>
  | NumberValueSchemaSpec<R>
  | IntegerValueSchemaSpec<R>
  | BooleanValueSchemaSpec<R>
  | NullValueSchemaSpec<R>
  | ArrayValueSchemaSpec<R>
  | ObjectValueSchemaSpec<R>
  | JsonValueSchemaSpec<R>
  | OneOfValueSchemaSpec<R>

/** A schema for one JSON value: the root of an output, the items of an array, or a branch of a `oneOf`. */
export type ValueSchemaSpec = NodeSpec<never>

/** One property of a parameter or object map; `required: true` makes its key mandatory. */
export type ParameterPropertySpec = NodeSpec<true>

/** A tool's parameters by name. The map is an object that stays open to undeclared keys. */
export type ParameterSchemaSpec = {
  readonly [key: string]: ParameterPropertySpec
  readonly [key: symbol]: never
}
