import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { changeProperties } from '../change/change-schema.ts'

/** Schema of what `write` returns. */
export const writeSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...changeProperties,
    created: { type: 'boolean', required: true, description: 'Whether there was no file before.' },
    oldLines: { type: 'integer', description: 'Lines that the old file had, where they are known.' },
    lost: {
      type: 'array',
      required: true,
      items: { type: 'string', enum: ['byteOrderMark', 'utf16', 'crlf'] },
      description: 'What the old file had and the new content has not.',
    },
    notCompared: {
      type: 'string',
      enum: ['binary', 'tooLarge'],
      description: 'Why nothing is known of the lines that were replaced.',
    },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `write`. */
export type WriteValue = InferValue<typeof writeSchema>
