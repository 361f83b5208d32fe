import type { InferValue, ValueSchemaSpec } from '@millrace/schema'

/** Schema of what `web_search` returns. */
export const webSearchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    query: { type: 'string', required: true },
    sources: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          url: { type: 'string', required: true },
          title: { type: 'string' },
          snippet: { type: 'string' },
          publishedAt: { type: 'string', description: 'As the engine writes it.' },
        },
      },
    },
    answer: { type: 'string', description: 'A direct answer of the engine.' },
    truncated: { type: 'boolean', required: true, description: 'The engine knows of more.' },
  },
} as const satisfies ValueSchemaSpec

/** The canonical value of `web_search`. */
export type WebSearchValue = InferValue<typeof webSearchSchema>
