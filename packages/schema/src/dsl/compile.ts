import { assertObjectJsonSchema, assertSupportedJsonSchema } from '../json-schema/assert.ts'
import { compileJsonSchema, type CompiledSchema } from '../json-schema/compile.ts'
import type { JsonSchemaNode, ObjectJsonSchema } from '../json-schema/node.ts'
import { lowerParameters, lowerValue } from './lower.ts'
import type { ParameterSchemaSpec, ValueSchemaSpec } from './spec.ts'

/**
 * The JSON Schema that a parameter map stands for: an object open to undeclared keys, with `properties` always
 * and `required` where something is.
 *
 * @param spec - the map; it is read, never changed.
 * @param name - what messages call it.
 * @throws JsonSchemaError at the first mistake, naming the path and the mend.
 */
export function parameterSchemaSpecToJsonSchema(
  spec: ParameterSchemaSpec,
  name: string = 'parameters',
): ObjectJsonSchema {
  const schema = lowerParameters(spec, name)
  assertObjectJsonSchema(schema)
  return schema
}

/**
 * The JSON Schema that an author's schema of one value stands for; `{ type: 'json' }` becomes one without
 * constraints.
 *
 * @param spec - the schema; it is read, never changed.
 * @param name - what messages call it.
 * @throws JsonSchemaError at the first mistake, naming the path and the mend.
 */
export function valueSchemaSpecToJsonSchema(spec: ValueSchemaSpec, name: string = 'schema'): JsonSchemaNode {
  const schema = lowerValue(spec, name)
  assertSupportedJsonSchema(schema)
  return schema
}

/** Specs are borrowed read-only, so what one compiles to holds for as long as it lives. */
const compiledParameters = new WeakMap<ParameterSchemaSpec, CompiledSchema>()

/**
 * A parameter map made ready to judge arguments; done once for each map.
 * @param spec - the map; it must not change afterwards.
 * @param name - what messages call it.
 * @throws JsonSchemaError at the first mistake, naming the path and the mend.
 */
export function compileParameters(spec: ParameterSchemaSpec, name: string = 'parameters'): CompiledSchema {
  const known = compiledParameters.get(spec)
  if (known !== undefined) return known
  const compiled = compileJsonSchema(parameterSchemaSpecToJsonSchema(spec, name))
  compiledParameters.set(spec, compiled)
  return compiled
}

/**
 * An author's schema of one value, made ready to judge values.
 * @param spec - the schema.
 * @param name - what messages call it.
 * @throws JsonSchemaError at the first mistake, naming the path and the mend.
 */
export function compileValue(spec: ValueSchemaSpec, name: string = 'schema'): CompiledSchema {
  return compileJsonSchema(valueSchemaSpecToJsonSchema(spec, name))
}
