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
 * The judgements: what schema, what value, whether it is valid, and how often one measurement repeats it. Made
 * afresh by each call, so that no candidate is given an object that it has seen.
 * @typedef {{ schema: () => any, zod: () => any, value: () => any, valid: boolean, per: number }} Judgement
 */

/** @type {Record<string, Judgement>} */
export const judgements = {
  small: judgement(smallSchema, smallZod, smallValue, { per: 100 }),
  rows: {
    schema: () => structuredClone(rowsJsonSchema),
    zod: rowsZod,
    value: () => rows(10_000),
    valid: true,
    per: 1,
  },
  union: {
    schema: () => unionSchema(3),
    zod: () => unionZod(3),
    value: () => unionValue(3),
    valid: true,
    per: 10,
  },
  invalid: judgement(smallSchema, smallZod, smallWrong, { per: 100, valid: false }),
  depth50: deepJudgement(50),
  depth200: deepJudgement(200),
  depth800: deepJudgement(800),
}

/** Beyond what most validators can stand, to see whether the cost stays linear. @type {Record<string, Judgement>} */
export const abysses = { depth1600: deepJudgement(1600), depth6400: deepJudgement(6400) }

/** @param {any} schema @param {() => any} zod @param {any} value @param {{ per: number, valid?: boolean }} options */
function judgement(schema, zod, value, { per, valid = true }) {
  return { schema: () => structuredClone(schema), zod, value: () => structuredClone(value), valid, per }
}

/** @param {number} levels @returns {Judgement} */
function deepJudgement(levels) {
  const [schema, zod, value] = [deepSchema, deepZod, deepValue].map((make) => () => make(levels))
  return { schema, zod, value, valid: true, per: 1 }
}
