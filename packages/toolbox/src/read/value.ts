import type { InferValue, ValueSchemaSpec } from '@millrace/schema'

const path = { type: 'string', required: true, description: 'From the workspace.' } as const
const size = { type: 'integer', required: true, description: 'Bytes of the whole file.' } as const
const pixels = { width: { type: 'integer' }, height: { type: 'integer' } } as const

const textSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { type: 'string', const: 'text', required: true },
    path,
    offset: {
      type: 'integer',
      required: true,
      description: 'Number of the first line in `lines`, counted from 1.',
    },
    lines: {
      type: 'array',
      required: true,
      items: { type: 'string' },
      description: 'Without their ends; a very long line holds only its start, see `cut`.',
    },
    totalLines: { type: 'integer', required: true, description: 'Lines of the whole file.' },
    totalIsLowerBound: {
      type: 'boolean',
      const: true,
      description: 'Counting stopped before the end: the file has at least `totalLines` lines.',
    },
    size,
    lineEnding: { type: 'string', required: true, enum: ['lf', 'crlf', 'mixed', 'none'] },
    encoding: { type: 'string', required: true, enum: ['utf-8', 'utf-16le', 'utf-16be'] },
    byteOrderMark: { type: 'boolean', required: true, description: 'Never part of the first line.' },
    cut: {
      type: 'array',
      required: true,
      description: 'Lines of which only the start is given.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          line: { type: 'integer', required: true },
          omittedBytes: { type: 'integer', required: true },
        },
      },
    },
    next: { type: 'integer', description: 'The offset that continues, where lines are left.' },
    column: { type: 'integer', description: 'Where in its line the only one begins, if that was asked for.' },
    nextColumn: { type: 'integer', description: 'The column that continues that line.' },
    invalid: { type: 'boolean', const: true, description: 'Bytes that are no valid text stand as U+FFFD.' },
    notebook: { type: 'boolean', const: true, description: 'The lines are the cells of a notebook.' },
  },
} as const

const imageSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { type: 'string', const: 'image', required: true },
    path,
    size,
    mimeType: { type: 'string', required: true },
    ...pixels,
    data: { type: 'string', required: true, description: 'Base64.' },
  },
} as const

const binarySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { type: 'string', const: 'binary', required: true },
    path,
    size,
    type: { type: 'string', required: true, description: 'What it is, for people.' },
    ...pixels,
    advice: { type: 'string', required: true, description: 'What to do instead.' },
  },
} as const

/** Schema of what `read` returns: a window of text, a picture, or what else the file is. */
export const readSchema = {
  oneOf: [textSchema, imageSchema, binarySchema],
} as const satisfies ValueSchemaSpec

/** A window of a text file. */
export type TextValue = InferValue<typeof textSchema>

/** A picture. */
export type ImageValue = InferValue<typeof imageSchema>

/** A file that is no text, or a picture that is too large. */
export type BinaryValue = InferValue<typeof binarySchema>

/** The canonical value of `read`. */
export type ReadValue = InferValue<typeof readSchema>
