import { operation } from '../harness/operation.mjs'
import { noopTool, openHost } from './host.mjs'
import { small } from './values.mjs'

const signal = new AbortController().signal
const succeeded = (/** @type {any} */ result) => result.isError === false && result.value === 'hello'

/** Takes the items in turn, for ever. @template T @param {T[]} items */
function turns(items) {
  let at = 0
  return () => items[at++ % items.length]
}

/**
 * The operations of a registry that holds `size` tools. Most use ten of them, spread over the whole, so that
 * what grows is the work and not the share of memory that no longer fits a cache; `executeEach` uses all.
 * @param {() => any} tools - how a caller reaches it.
 * @param {(definition: any) => any} defineTool
 * @param {number} size
 */
async function operations(tools, defineTool, size) {
  const names = Array.from({ length: size }, (_, at) => `tool-${at}`)
  for (const name of names) tools().register(noopTool(defineTool, name))
  const inputs = names.map((name) => ({ callId: 'call-1', name, arguments: small, signal }))
  const spread = (/** @type {any[]} */ items) => items.filter((_, at) => at % (size / 10) === 0)
  const nextName = turns(spread(names))
  const next = turns(spread(inputs))
  const nextOfAll = turns(inputs)
  const nextExtra = turns(Array.from({ length: 64 }, (_, at) => noopTool(defineTool, `extra-${at}`)))
  const executeThen = async () => {
    const dispose = tools().register(nextExtra())
    const result = await tools().execute(next())
    await dispose()
    return result
  }
  const fifty = () => {
    let found = 0
    for (let done = 0; done < 50; done++) if (tools().get(nextName()) !== undefined) found++
    return found
  }
  return {
    get: await operation(fifty, { per: 50, check: (found) => found === 50 }),
    execute: await operation(() => tools().execute(next()), { check: succeeded }),
    executeEach: await operation(() => tools().execute(nextOfAll()), { check: succeeded }),
    executionMode: await operation(() => tools().executionMode(next()), {
      check: (mode) => mode.kind === 'parallel',
    }),
    schemas: await operation(() => tools().schemas(), { check: (schemas) => schemas.length === size }),
    register: await operation(() => tools().register(nextExtra())()),
    registerExecute: await operation(executeThen, { check: succeeded }),
  }
}

/** Through `ctx.tools`. @param {{ product: 'dsh' | 'millrace', size: number }} options */
export async function host({ product, size }) {
  const { ctx, defineTool } = await openHost(product)
  return operations(() => ctx.tools, defineTool, size)
}

/** Through the handle that `createTools()` gives. @param {{ size: number }} options */
export async function handle({ size }) {
  const { createTools, defineTool, schemaView } = await import('@millrace/tools')
  const tools = createTools()
  const found = await operations(() => tools, defineTool, size)
  const view = () => schemaView(tools)
  return { ...found, schemaView: await operation(view, { check: (schemas) => schemas.length === size }) }
}

/**
 * A chain of scopes, each restricted several times, and a call for the innermost.
 * @param {{ product: 'dsh' | 'millrace', depth: number, restrictions: number }} options
 */
export async function scopes({ product, depth, restrictions }) {
  const { ctx, defineTool, createScope } = await openHost(product)
  const hidden = Array.from({ length: 200 }, (_, at) => `hidden-${at}`)
  for (const name of ['noop', ...hidden]) ctx.tools.register(noopTool(defineTool, name))
  /** @type {any} */
  let owner
  await ctx.plugin({
    name: 'owner',
    inject: ['tools'],
    apply: (/** @type {any} */ own) => void (owner = own),
  })
  /** @type {object | undefined} */
  let agent
  /** @type {any[]} */
  const chain = []
  for (let level = 0; level < depth; level++) {
    const key = { id: `agent-${level}` }
    chain.push(createScope(owner, key, agent ? { parent: agent } : {}))
    agent = key
  }
  for (let added = 0; added < restrictions && depth > 0; added++) {
    chain[(restrictions - 1 - added) % depth].ctx.tools.restrict({ deny: [hidden[added % hidden.length]] })
  }
  if (restrictions > 0 && ctx.tools.get(hidden[0], agent) !== undefined)
    throw new Error('a restriction hides nothing')
  const input = { callId: 'call-1', name: 'noop', arguments: small, signal, ...(agent ? { agent } : {}) }
  return { call: await operation(() => ctx.tools.execute(input), { check: succeeded }) }
}
