import { operation } from '../harness/operation.mjs'
import { openHost } from './host.mjs'
import { largeWork, rowsDsl } from './values.mjs'

const signal = new AbortController().signal
const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : JSON.stringify(value))

/** @typedef {'rows10k' | 'structured1m' | 'string1m'} Work */

/**
 * A call through `ctx.tools`.
 * @param {{ product: 'dsh' | 'millrace', work: Work, asText?: boolean }} options - `asText` begins with the
 *   arguments as a model sends them, in a text that Millrace parses itself.
 */
export async function host({ product, work, asText = false }) {
  const { ctx, defineTool } = await openHost(product)
  const { args, result } = largeWork(work)
  ctx.tools.register(defineTool(largeTool(work, result)))
  const parse = asText ? (await import('@millrace/schema')).parseToolArguments : () => args
  const argsText = JSON.stringify(args)
  const call = () =>
    ctx.tools.execute({ callId: 'call-1', name: 'large', arguments: parse(argsText), signal })
  const check = (/** @type {any} */ outcome) =>
    outcome.isError === false && outcome.content[0].text === text(result)
  return { call: await operation(call, { check }) }
}

/** @param {Work} work @param {unknown} result */
function largeTool(work, result) {
  const rows = { ...rowsDsl, required: true }
  const object = { type: 'object', additionalProperties: false, properties: { rows } }
  const render = (/** @type {any} */ _args, /** @type {unknown} */ value) => [
    { type: 'text', text: text(value) },
  ]
  return {
    name: 'large',
    description: 'Returns much.',
    parameters: work === 'rows10k' ? { rows } : {},
    output: { schema: work === 'string1m' ? { type: 'string' } : object, render },
    execute: async () => result,
  }
}

/** What any caller pays: parse the arguments, await the body, write the result. @param {{ work: Work }} options */
export async function floor({ work }) {
  const { args, result } = largeWork(work)
  const argsText = JSON.stringify(args)
  const body = async (/** @type {unknown} */ _args) => result
  const call = async () => text(await body(JSON.parse(argsText)))
  return { call: await operation(call, { check: (output) => output === text(result) }) }
}
