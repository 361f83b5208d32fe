import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { stateFields } from '../state-fields.ts'

/** Schema of what `job_output` returns. */
export const jobOutputSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    job: { type: 'string', required: true },
    ...stateFields,
    output: { type: 'string', required: true },
    offset: { type: 'integer', required: true, description: 'Where `output` begins, in bytes.' },
    next: { type: 'integer', required: true, description: 'The offset that continues.' },
    totalBytes: { type: 'integer', required: true, description: 'All that was printed so far.' },
    lost: {
      type: 'integer',
      required: true,
      description: 'Bytes from the offset that was asked for on that are no longer kept.',
    },
    invalid: { type: 'boolean', const: true, description: 'Bytes that are no UTF-8 stand as U+FFFD.' },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `job_output`. */
export type JobOutputValue = InferValue<typeof jobOutputSchema>
