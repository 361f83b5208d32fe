import {
  compileValue,
  isForeignSchema,
  readForeignSchema,
  toSubsetSchema,
  validateStandard,
  type ForeignSchema,
} from '@millrace/schema'
import type { JsonValue } from '@millrace/protocol'
import type { ToolOutputDefinition } from '../contract/definition.ts'
import type { ErasedToolSpec } from './erased-spec.ts'

/**
 * Makes a declaration of output ready. The author's functions are called without `this`.
 * @throws JsonSchemaError when the schema is malformed, or gives no JSON Schema.
 */
export function readOutput(output: ErasedToolSpec['output']): ToolOutputDefinition {
  const { schema, render, presentationMeta } = output
  return {
    ...(isForeignSchema(schema) ? foreignJudge(schema) : { schema: compileValue(schema, field).schema }),
    render: (args, value) => render(args, value),
    ...(presentationMeta ? { presentationMeta: (args, value) => presentationMeta(args, value) } : {}),
  }
}

const field = 'output.schema'

/** The library judges the value; the nearest wider schema of the subset is what it can be described by. */
function foreignJudge(source: ForeignSchema): Pick<ToolOutputDefinition, 'schema' | 'validate'> {
  const { schema, jsonSchema } = readForeignSchema(source, field)
  return {
    schema: toSubsetSchema(jsonSchema),
    validate: (value: JsonValue): string[] => {
      const verdict = validateStandard(schema, value, 'value')
      if (verdict instanceof Promise) return [...asynchronous]
      return 'violations' in verdict ? [...verdict.violations] : []
    },
  }
}

const asynchronous = [
  '"value": output.schema validates asynchronously, and an output cannot wait: use a synchronous schema',
]
