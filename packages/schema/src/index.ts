export { HarnessError, isHarnessError } from './errors.ts'
export { JsonTextError, JsonValueError, type TextPlace } from './json/errors.ts'
export { canonicalJson } from './json/canonical.ts'
export { headOf } from './json/cut.ts'
export { detachJson } from './json/detach.ts'
export { printJson } from './json/print.ts'
export { isJsonValue, isSnapshot, snapshotJsonValue } from './json/snapshot.ts'
export { parseToolArguments } from './json/text/parse-arguments.ts'
export { nearest } from './nearest.ts'
export type { JsonObject, JsonValue } from './json/value.ts'
export { assertObjectJsonSchema, assertSupportedJsonSchema } from './json-schema/assert.ts'
export type { CompiledSchema } from './json-schema/compile.ts'
export { compileJsonSchema, validateJsonSchemaValue } from './json-schema/compile.ts'
export { JsonSchemaError } from './json-schema/errors.ts'
export type { ForeignSchemaOptions, ForeignValidator } from './json-schema/foreign.ts'
export { compileForeignSchema } from './json-schema/foreign.ts'
export type {
  JsonSchemaNode,
  JsonSchemaScalar,
  JsonSchemaType,
  ObjectJsonSchema,
} from './json-schema/node.ts'
export { ToolArgsError, validateArgs } from './dsl/args.ts'
export {
  compileParameters,
  compileValue,
  parameterSchemaSpecToJsonSchema,
  valueSchemaSpecToJsonSchema,
} from './dsl/compile.ts'
export type { InferArgs, InferValue } from './dsl/infer.ts'
export type {
  ArrayValueSchemaSpec,
  AuthorJson,
  BooleanValueSchemaSpec,
  IntegerValueSchemaSpec,
  JsonValueSchemaSpec,
  NullValueSchemaSpec,
  NumberValueSchemaSpec,
  ObjectValueSchemaSpec,
  OneOfValueSchemaSpec,
  ParameterPropertySpec,
  ParameterSchemaSpec,
  StringValueSchemaSpec,
  ValueSchemaSpec,
} from './dsl/spec.ts'
export { withObjectRoot } from './standard-schema/object-root.ts'
export { readForeignSchema, type ForeignParts } from './standard-schema/read-json-schema.ts'
export {
  isForeignSchema,
  isStandardSchema,
  type ForeignSchema,
  type InferForeignInput,
  type InferForeignOutput,
  type StandardIssue,
  type StandardJsonSchemaConverter,
  type StandardResult,
  type StandardSchema,
  type StandardSchemaPair,
} from './standard-schema/standard.ts'
export { toSubsetSchema } from './standard-schema/subset/to-subset.ts'
export { validateStandard, type Verdict } from './standard-schema/validate.ts'
