import type { InferValue, ValueSchemaSpec } from '@millrace/schema'

const answerFields = {
  url: { type: 'string', required: true, description: 'Where the answer came from in the end.' },
  statusCode: { type: 'integer', required: true },
  contentType: { type: 'string', required: true, description: 'As the server named it; empty without one.' },
  redirects: { type: 'array', items: { type: 'string' }, description: 'Addresses that were redirected to.' },
} as const

const pageSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { type: 'string', const: 'text', required: true },
    ...answerFields,
    title: { type: 'string' },
    text: { type: 'string', required: true, description: 'A window of the page; HTML as Markdown.' },
    offset: { type: 'integer', required: true, description: 'Where the window begins, in characters.' },
    totalChars: { type: 'integer', required: true, description: 'Characters of the whole text.' },
    next: { type: 'integer', description: 'The offset that continues, where text is left.' },
    truncated: {
      type: 'boolean',
      required: true,
      description: 'The page is longer than what was read of it, and `totalChars` with it.',
    },
    invalid: { type: 'boolean', const: true, description: 'Bytes that are no valid text stand as U+FFFD.' },
  },
} as const

const pictureSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { type: 'string', const: 'image', required: true },
    ...answerFields,
    mimeType: { type: 'string', required: true },
    size: { type: 'integer', required: true, description: 'In bytes.' },
    data: { type: 'string', required: true, description: 'Base64.' },
  },
} as const

/** Schema of what `web_fetch` returns: a window of text, or a picture. */
export const fetchSchema = { oneOf: [pageSchema, pictureSchema] } as const satisfies ValueSchemaSpec

/** A window of a page. */
export type PageValue = InferValue<typeof pageSchema>

/** A picture. */
export type PictureValue = InferValue<typeof pictureSchema>

/** The canonical value of `web_fetch`. */
export type FetchValue = InferValue<typeof fetchSchema>
