// What the validators are given: each schema as raw JSON Schema, and as zod, with values for it.
import { z } from 'zod'
import { rows, rowsJsonSchema, rowsZod } from './values.mjs'

const smallSchema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    offset: { type: 'integer' },
    limit: { type: 'integer' },
    mode: { type: 'string', enum: ['text', 'bytes', 'lines'] },
    follow: { type: 'boolean' },
  },
  required: ['path', 'mode'],
  additionalProperties: false,
}
const smallZod = () =>
  z.strictObject({
    path: z.string(),
    offset: z.int().optional(),
    limit: z.int().optional(),
    mode: z.enum(['text', 'bytes', 'lines']),
    follow: z.boolean().optional(),
  })
const smallValue = { path: 'src/index.ts', offset: 10, limit: 200, mode: 'lines', follow: false }
const smallWrong = { path: 7, offset: 1.5, limit: 200, mode: 'word', follow: false }

/** @param {string} kind @param {Record<string, object>} properties */
const branch = (kind, properties) => ({
  type: 'object',
  properties: { kind: { type: 'string', const: kind }, ...properties },
  required: ['kind', ...Object.keys(properties)],
  additionalProperties: false,
})

/** An expression tree of so many levels. @param {number} levels @returns {any} */
function unionSchema(levels) {
  const leaves = [
    branch('text', { text: { type: 'string' } }),
    branch('number', { value: { type: 'number' } }),
  ]
  if (levels === 0) return { oneOf: leaves }
  const inner = unionSchema(levels - 1)
  const pair = branch('pair', { left: inner, right: inner })
  return { oneOf: [...leaves, pair, branch('list', { items: { type: 'array', items: inner } })] }
}

/** @param {number} levels @returns {any} */
function unionZod(levels) {
  const kind = (/** @type {string} */ name, /** @type {any} */ shape) =>
    z.strictObject({ kind: z.literal(name), ...shape })
  const leaves = [kind('text', { text: z.string() }), kind('number', { value: z.number() })]
  if (levels === 0) return z.union(leaves)
  const inner = unionZod(levels - 1)
  return z.union([
    ...leaves,
    kind('pair', { left: inner, right: inner }),
    kind('list', { items: z.array(inner) }),
  ])
}

/** @param {number} levels @returns {any} */
function unionValue(levels) {
  if (levels === 0) return { kind: 'number', value: 4 }
  const inner = unionValue(levels - 1)
  if (levels % 2 === 0) return { kind: 'list', items: [inner, { kind: 'text', text: 'leaf' }, inner] }
  return { kind: 'pair', left: inner, right: { kind: 'text', text: 'leaf' } }
}

/** Objects within objects. @param {number} levels @returns {any} */
function deepSchema(levels) {
  /** @type {any} */
  let schema = { type: 'object', properties: { end: { type: 'boolean' } }, required: ['end'] }
  for (let level = 0; level < levels; level++) {
    schema = { type: 'object', properties: { child: schema }, required: ['child'] }
  }
  return schema
}

/** @param {number} levels @returns {any} */
function deepZod(levels) {
  /** @type {any} */
  let schema = z.looseObject({ end: z.boolean() })
  for (let level = 0; level < levels; level++) schema = z.looseObject({ child: schema })
  return schema
}

/** @param {number} levels @returns {any} */
function deepValue(levels) {
  /** @type {any} */
  let value = { end: true }
  for (let level = 0; level < levels; level++) value = { child: value }
  return value
}

/** All three in one, for the cost of getting ready. */
export const compound = {
  schema: () => {
    const properties = { small: smallSchema, rows: rowsJsonSchema, union: unionSchema(2) }
    return structuredClone({ type: 'object', properties, required: Object.keys(properties) })
  },
  zod: () => z.object({ small: smallZod(), rows: rowsZod(), union: unionZod(2) }),
  value: { small: smallValue, rows: rows(200), union: unionValue(2) },
}

/**
 * The judgements: what schema, what value, whether it is valid, and how often one measurement repeats it.
 * @type {Record<string, { schema: any, zod: () => any, value: any, valid: boolean, per: number }>}
 */
export const judgements = {
  small: { schema: smallSchema, zod: smallZod, value: smallValue, valid: true, per: 100 },
  rows: { schema: rowsJsonSchema, zod: rowsZod, value: rows(10_000), valid: true, per: 1 },
  union: { schema: unionSchema(3), zod: () => unionZod(3), value: unionValue(3), valid: true, per: 10 },
  invalid: { schema: smallSchema, zod: smallZod, value: smallWrong, valid: false, per: 100 },
  depth50: deepJudgement(50),
  depth200: deepJudgement(200),
  depth800: deepJudgement(800),
}

/** Beyond what most validators can stand, to see whether the cost stays linear. @type {typeof judgements} */
export const abysses = { depth1600: deepJudgement(1600), depth6400: deepJudgement(6400) }

/** @param {number} levels */
function deepJudgement(levels) {
  const value = deepValue(levels)
  return { schema: deepSchema(levels), zod: () => deepZod(levels), value, valid: true, per: 1 }
}
