export { HarnessError, isHarnessError } from './errors.ts'
export { JsonTextError, JsonValueError } from './json/errors.ts'
export {
  detachJson,
  freezeParsed,
  isJsonValue,
  isSnapshot,
  nearest,
  parseToolArguments,
  printJson,
  snapshotJsonValue,
} from './json/snapshot.ts'
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
