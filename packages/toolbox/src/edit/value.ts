import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { changeProperties } from '../change/change-schema.ts'

/** Schema of what `edit` returns. */
export const editSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...changeProperties,
    replacements: {
      type: 'array',
      required: true,
      items: { type: 'integer' },
      description: 'For each edit, how many places it replaced.',
    },
    omittedRanges: { type: 'integer', description: 'Ranges that are not among `changedBytes`.' },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `edit`. */
export type EditValue = InferValue<typeof editSchema>
