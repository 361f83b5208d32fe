export { HarnessError, isHarnessError } from './errors.ts'
export type { JsonObject, JsonValue } from './json/value.ts'
export type {
  JsonSchemaNode,
  JsonSchemaScalar,
  JsonSchemaType,
  ObjectJsonSchema,
} from './json-schema/node.ts'
