import { operation } from '../harness/operation.mjs'
import { listen, noopTool, openHost } from './host.mjs'
import { small, smallText } from './values.mjs'

const signal = new AbortController().signal
const input = { callId: 'call-1', name: 'noop', arguments: small, signal }
const succeeded = (/** @type {any} */ result) => result.isError === false && result.value === 'hello'

/**
 * A call through `ctx.tools`, as a plugin makes it; through what a plugin keeps of it; through the service behind it.
 * @param {{ product: 'dsh' | 'millrace', listeners: number, by?: 'ctx' | 'kept' | 'raw' }} options
 */
export async function host({ product, listeners, by = 'ctx' }) {
  const { ctx, raw: service, defineTool } = await openHost(product)
  ctx.tools.register(noopTool(defineTool))
  listen(ctx, listeners)
  const kept = by === 'kept' ? ctx.tools : service
  const call = by === 'ctx' ? () => ctx.tools.execute(input) : () => kept.execute(input)
  return { call: await operation(call, { check: succeeded }) }
}

/** A call through the handle that `createTools()` gives. */
export async function handle() {
  const { createTools, defineTool } = await import('@millrace/tools')
  const tools = createTools()
  tools.register(noopTool(defineTool))
  return { call: await operation(() => tools.execute(input), { check: succeeded }) }
}

/** What any caller pays: parse the arguments, await the body, write the result. */
export async function floor() {
  const body = async (/** @type {any} */ args) => args.text
  const call = async () => JSON.stringify(await body(JSON.parse(smallText)))
  return { call: await operation(call, { check: (text) => text === '"hello"' }) }
}
