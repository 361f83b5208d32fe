// The values and schemas that every candidate is given, so that all do the same work.
import { z } from 'zod'

/** One row of a table; about 105 bytes as JSON. @param {number} id */
export function row(id) {
  return {
    id,
    name: `row number ${id}`,
    active: id % 2 === 0,
    score: id / 4 + 0.5,
    tags: ['alpha', 'beta'],
    place: { path: `src/file-${id}.ts`, line: id + 1 },
  }
}

/** Rows that take about so many bytes as JSON. @param {number} size */
export function rows(size) {
  const list = []
  for (let left = size, id = 0; left > 0; id++) {
    const next = row(id)
    left -= JSON.stringify(next).length + 1
    list.push(next)
  }
  return list
}

/** The same in each vocabulary: the author DSL, raw JSON Schema, zod. */
export const rowsDsl = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    properties: {
      id: { type: 'integer', required: true },
      name: { type: 'string', required: true },
      active: { type: 'boolean', required: true },
      score: { type: 'number', required: true },
      tags: { type: 'array', items: { type: 'string' }, required: true },
      place: {
        type: 'object',
        required: true,
        additionalProperties: false,
        properties: { path: { type: 'string', required: true }, line: { type: 'integer', required: true } },
      },
    },
  },
}

export const rowsJsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      active: { type: 'boolean' },
      score: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
      place: {
        type: 'object',
        properties: { path: { type: 'string' }, line: { type: 'integer' } },
        required: ['path', 'line'],
        additionalProperties: false,
      },
    },
    required: ['id', 'name', 'active', 'score', 'tags', 'place'],
    additionalProperties: false,
  },
}

export const rowsZod = () =>
  z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      active: z.boolean(),
      score: z.number(),
      tags: z.array(z.string()),
      place: z.strictObject({ path: z.string(), line: z.int() }),
    }),
  )

export const small = { text: 'hello', count: 3 }
export const smallText = JSON.stringify(small)
export const smallDsl = { text: { type: 'string', required: true }, count: { type: 'integer' } }
export const smallZod = () => z.object({ text: z.string(), count: z.int().optional() })
export const megabyte = 'x'.repeat(2 ** 20)

/**
 * What one tool of the `large` case takes and returns.
 * @param {'rows10k' | 'structured1m' | 'string1m'} work
 */
export function largeWork(work) {
  if (work === 'rows10k') return { args: { rows: rows(10_000) }, result: { rows: rows(10_000) } }
  if (work === 'structured1m') return { args: {}, result: { rows: rows(1_000_000) } }
  return { args: {}, result: megabyte }
}
