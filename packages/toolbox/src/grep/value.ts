import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { searchFields } from '../workspace/search-fields.ts'
import { skippedSchema, skipReasons } from '../workspace/skipped.ts'

const lineSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    lineNumber: { type: 'integer', required: true },
    line: { type: 'string', required: true },
    cut: { type: 'boolean', const: true, description: 'Only a part of the line, between … marks.' },
  },
} as const

const fileSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    path: { type: 'string', required: true },
    count: { type: 'integer', required: true, description: 'Lines of this file that match, listed or not.' },
    matches: { type: 'array', required: true, items: lineSchema },
    context: { type: 'array', items: lineSchema, description: 'Lines around the matches, where asked for.' },
  },
} as const

/** Schema of what `grep` returns. */
export const grepSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pattern: { type: 'string', required: true },
    ...searchFields,
    files: { type: 'array', required: true, items: fileSchema },
    total: { type: 'integer', required: true, description: 'Lines that match, listed or not.' },
    totalFiles: { type: 'integer', required: true, description: 'Files with a match, listed or not.' },
    searched: { type: 'integer', required: true, description: 'Files whose contents were searched.' },
    skipped: skippedSchema(skipReasons),
  },
} as const satisfies ValueSchemaSpec

/** One listed line. */
export type FoundLine = InferValue<typeof lineSchema>

/** The listed matches of one file. */
export type GrepFile = InferValue<typeof fileSchema>

/** The canonical value of `grep`. */
export type GrepValue = InferValue<typeof grepSchema>
