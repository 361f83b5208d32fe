import { operation } from '../harness/operation.mjs'
import { openHost } from './host.mjs'
import { largeWork, rowsDsl } from './values.mjs'

const signal = new AbortController().signal
const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : JSON.stringify(value))

/** @typedef {'rows10k' | 'structured1m' | 'string1m'} Work */

/** @param {{ product: 'dsh' | 'millrace', work: Work }} options */
export async function host({ product, work }) {
  const { ctx, defineTool } = await openHost(product)
  const { args, result } = largeWork(work)
  const object = {
    type: 'object',
    additionalProperties: false,
    properties: { rows: { ...rowsDsl, required: true } },
  }
  const definition = {
    name: 'large',
    description: 'Returns much.',
    parameters: work === 'rows10k' ? { rows: { ...rowsDsl, required: true } } : {},
    output: {
      schema: work === 'string1m' ? { type: 'string' } : object,
      render: (/** @type {any} */ _args, /** @type {unknown} */ value) => [
        { type: 'text', text: text(value) },
      ],
    },
    execute: async () => result,
  }
  ctx.tools.register(defineTool(definition))
  const input = { callId: 'call-1', name: 'large', arguments: args, signal }
  const check = (/** @type {any} */ outcome) =>
    outcome.isError === false && outcome.content[0].text === text(result)
  return { call: await operation(() => ctx.tools.execute(input), { check }) }
}

/**
 * The same, with arguments as a model sends them: text that the product parses itself.
 * @param {{ work: Work }} options
 */
export async function millraceText({ work }) {
  const { parseToolArguments } = await import('@millrace/schema')
  const { ctx, defineTool } = await openHost('millrace')
  const { args, result } = largeWork(work)
  const argsText = JSON.stringify(args)
  ctx.tools.register(defineTool(largeTool(work, result)))
  const call = () =>
    ctx.tools.execute({ callId: 'call-1', name: 'large', arguments: parseToolArguments(argsText), signal })
  const check = (/** @type {any} */ outcome) =>
    outcome.isError === false && outcome.content[0].text === text(result)
  return { call: await operation(call, { check }) }
}

/** What any caller pays: parse the arguments, await the body, write the result. @param {{ work: Work }} options */
export async function floor({ work }) {
  const { args, result } = largeWork(work)
  const argsText = JSON.stringify(args)
  const body = async (/** @type {unknown} */ _args) => result
  const call = async () => text(await body(JSON.parse(argsText)))
  return { call: await operation(call, { check: (output) => output === text(result) }) }
}
