import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { stateFields } from '../jobs/state-fields.ts'
import { outputFields } from '../shell/output-fields.ts'

const { stopped: _, ...states } = stateFields

/** Schema of what `bash` returns. A status other than 0 is data like any other. */
export const bashSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...states,
    ...outputFields,
    job: {
      type: 'string',
      description: 'The job through which the output can be read on, and what still runs can be ended.',
    },
    leftoverEnded: {
      type: 'boolean',
      const: true,
      description: 'What it left running was ended, as there is no room for another job.',
    },
    durationMs: { type: 'integer', required: true, description: 'Of the program itself.' },
    cwd: { type: 'string', required: true, description: 'Where it started, from the workspace.' },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `bash`. */
export type BashValue = InferValue<typeof bashSchema>
