import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { searchFields } from '../workspace/search-fields.ts'
import { skippedSchema, walkReasons } from '../workspace/skipped.ts'

/** Schema of what `glob` returns. */
export const globSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pattern: { type: 'string', required: true },
    ...searchFields,
    paths: { type: 'array', required: true, items: { type: 'string' }, description: 'From the workspace.' },
    total: { type: 'integer', required: true, description: 'Files that match, listed or not.' },
    isFolder: { type: 'boolean', const: true, description: 'The pattern is the path of a folder.' },
    skipped: skippedSchema(walkReasons),
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `glob`. */
export type GlobValue = InferValue<typeof globSchema>
