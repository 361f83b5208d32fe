import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { searchFields, skippedFields } from '../workspace/search-fields.ts'

/** Schema of what `glob` returns. */
export const globSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pattern: { type: 'string', required: true },
    ...searchFields,
    paths: { type: 'array', required: true, items: { type: 'string' }, description: 'From the workspace.' },
    total: { type: 'integer', required: true, description: 'Files that match, listed or not.' },
    skipped: { type: 'object', required: true, additionalProperties: false, properties: skippedFields },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `glob`. */
export type GlobValue = InferValue<typeof globSchema>
