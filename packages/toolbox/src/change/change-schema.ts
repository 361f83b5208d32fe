import { changeLimits } from './limits.ts'

const count = { type: 'integer', required: true } as const

/** Schema of what `TextChange` holds, and of the file that changed. */
export const changeProperties = {
  path: { type: 'string', required: true, description: 'From the workspace.' },
  changed: {
    type: 'boolean',
    required: true,
    description: 'False where the file held this already and was not touched.',
  },
  size: { type: 'integer', required: true, description: 'Bytes of the whole file now.' },
  added: { type: 'integer', required: true, description: 'Lines that are new or different.' },
  removed: { type: 'integer', required: true, description: 'Lines that are gone or were different.' },
  changedLines: {
    type: 'array',
    required: true,
    description: `Which lines became which, counted from 1; the first ${changeLimits.ranges}.`,
    items: {
      type: 'object',
      additionalProperties: false,
      properties: { oldLine: count, oldCount: count, newLine: count, newCount: count },
    },
  },
  changedBytes: {
    type: 'array',
    required: true,
    description: `Bytes of the file as it was, and how many took their place; the first ${changeLimits.ranges} ranges. All others are what they were.`,
    items: {
      type: 'object',
      additionalProperties: false,
      properties: { offset: count, oldBytes: count, newBytes: count },
    },
  },
  hunks: {
    type: 'array',
    required: true,
    description: 'Changed lines before and after, with those around them.',
    items: {
      type: 'object',
      additionalProperties: false,
      properties: {
        oldLine: count,
        oldText: { type: 'string', required: true },
        newLine: count,
        newText: { type: 'string', required: true },
      },
    },
  },
  omittedLines: { type: 'integer', description: 'Changed lines that no hunk shows.' },
  cutLines: { type: 'integer', description: 'Lines of hunks that are given in part, between … marks.' },
} as const
