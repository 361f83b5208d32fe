import type { InferValue, ValueSchemaSpec } from '@millrace/schema'
import { messageOf } from '../failures/message-of.ts'
import type { CapturedOutput } from './captured-output.ts'
import { excerptOf } from './excerpt.ts'

/** Fields of a value that say what a command printed. */
export const outputFields = {
  output: {
    type: 'string',
    required: true,
    description:
      'Standard output and error in the order of writing: all of it, or its two ends, see `omitted`.',
  },
  totalBytes: { type: 'integer', required: true, description: 'All that was printed so far.' },
  totalLines: { type: 'integer', required: true },
  omitted: {
    required: true,
    oneOf: [
      { type: 'null' },
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          bytes: { type: 'integer', required: true },
          lines: { type: 'integer', required: true, description: 'Line ends among the bytes.' },
          at: { type: 'integer', required: true, description: 'Their place in `output`, in UTF-16 units.' },
          offset: { type: 'integer', required: true, description: 'Where they begin, in bytes.' },
        },
      },
    ],
  },
  spill: {
    type: 'object',
    additionalProperties: false,
    description: 'The output on the disk, where it did not fit into the memory.',
    properties: {
      path: { type: 'string' },
      bytes: { type: 'integer', required: true, description: 'Bytes from the start on that are there.' },
      dropped: { type: 'integer', required: true, description: 'Bytes behind them that are not.' },
      problem: { type: 'string', description: 'What went wrong, where they are not there for a failure.' },
    },
  },
  binary: { type: 'boolean', const: true, description: 'It holds NUL bytes.' },
  invalid: { type: 'boolean', const: true, description: 'Bytes that are no UTF-8 stand as U+FFFD.' },
} as const

const fieldsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: outputFields,
} as const satisfies ValueSchemaSpec

/** What a command printed, as its value says it. */
export type OutputFields = InferValue<typeof fieldsSchema>

/**
 * What a command printed so far.
 * @param isWhole - whether nothing follows.
 */
export function outputFieldsOf(output: CapturedOutput, isWhole: boolean): OutputFields {
  const { text, omitted, isInvalid } = excerptOf(output, isWhole)
  const spill = spillOf(output)
  return {
    output: text,
    totalBytes: output.totalBytes,
    totalLines: output.totalLines,
    omitted: omitted === null ? null : { ...omitted },
    ...(spill === undefined ? {} : { spill }),
    ...(output.hasNul ? { binary: true } : {}),
    ...(isInvalid ? { invalid: true } : {}),
  }
}

function spillOf({ spill }: CapturedOutput): OutputFields['spill'] {
  if (spill === undefined) return undefined
  const { file, bytes, dropped, failure } = spill
  return {
    ...(file === undefined ? {} : { path: file.path }),
    bytes,
    dropped,
    ...(failure === undefined ? {} : { problem: messageOf(failure) }),
  }
}
