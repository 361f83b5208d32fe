// The two products that share one contract, behind one door: what is measured of one is measured of the other.

/**
 * @typedef {object} Host
 * @property {any} ctx - a Cordis context that carries `ctx.tools`.
 * @property {any} raw - the service behind the proxy that `ctx.tools` gives.
 * @property {(definition: any) => any} defineTool
 * @property {(ctx: any, key: object, options?: { parent?: object }) => any} createScope
 */

/** @param {'dsh' | 'millrace'} product @returns {Promise<Host>} */
export async function openHost(product) {
  return product === 'dsh' ? openDsh() : openMillrace()
}

async function openDsh() {
  const { Context, symbols } = await import('@deepseek-ai/cordis')
  const { default: SystemPrompt } = await import('@deepseek-ai/dsh-system-prompt')
  const { ToolRuntime, defineTool } = await import('@deepseek-ai/dsh-tools')
  const { createScope } = await import('@deepseek-ai/dsh-scope')
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(SystemPrompt)
  await ctx.plugin(ToolRuntime)
  return { ctx, raw: ctx.tools[symbols.original], defineTool, createScope }
}

async function openMillrace() {
  const { Context, symbols } = await import('@deepseek-ai/cordis')
  const { ToolRuntime, defineTool } = await import('@millrace/tools')
  const { createScope } = await import('@millrace/scope')
  const ctx = /** @type {any} */ (new Context())
  await ctx.plugin(ToolRuntime)
  return { ctx, raw: ctx.tools[symbols.original] ?? ctx.tools, defineTool, createScope }
}

/** Adds listeners that only pass on, on each of the three waterfalls of a call. @param {any} ctx @param {number} count */
export function listen(ctx, count) {
  for (let added = 0; added < count; added++) {
    ctx.on('tools/pre-execute', (/** @type {any} */ _exec, /** @type {any} */ next) => next())
    ctx.on('tools/execute', (/** @type {any} */ _exec, /** @type {any} */ next) => next())
    ctx.on(
      'tools/post-execute',
      (/** @type {any} */ _exec, /** @type {any} */ _result, /** @type {any} */ next) => next(),
    )
  }
}

/**
 * The tool that does nothing.
 * @param {(definition: any) => any} defineTool
 * @param {string} [name]
 * @param {object} [traits] - what it says of itself besides.
 */
export function noopTool(defineTool, name = 'noop', traits = {}) {
  return defineTool({
    name,
    description: 'Returns its text.',
    parameters: { text: { type: 'string', required: true }, count: { type: 'integer' } },
    output: {
      schema: { type: 'string' },
      render: (/** @type {any} */ _args, /** @type {string} */ value) => [{ type: 'text', text: value }],
    },
    isConcurrencySafe: () => true,
    async execute(/** @type {any} */ args) {
      return args.text
    },
    ...traits,
  })
}
