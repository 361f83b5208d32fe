import { operation } from '../harness/operation.mjs'
import { noopTool, openHost } from './host.mjs'
import { manyRules, realisticLayers } from './rule-files.mjs'
import { small } from './values.mjs'

const { signal } = new AbortController()
const succeeded = (/** @type {any} */ result) => result.isError === false && result.value === 'hello'

/** Where the workspace lies; nothing is there. */
const places = { root: '/home/dev/app', home: '/home/dev' }

/** Values of the length that keys have. */
const secrets = ['sk-live-51HxqUv8b2ZrT0', 'ghp_Qm7Zt4XkV1s9LrWcYb3n', 'correct-horse-battery-staple']

/** Nothing of what is measured is so long that it is written anywhere. */
const store = () => Promise.reject(new Error('a result went to the store'))

/** How each policy is loaded. @type {Record<string, () => Promise<[plugin: any, config: any]>>} */
const policies = {
  permissions: async () => {
    const { permissions, starterRules } = await import('@millrace/policies/permissions')
    return [permissions, permissionsConfig(realisticLayers(starterRules))]
  },
  approval: async () => [(await import('@millrace/policies/approval')).approval, {}],
  timeout: async () => [(await import('@millrace/policies/timeout')).timeout, {}],
  retry: async () => [(await import('@millrace/policies/retry')).retry, {}],
  repeat: async () => [(await import('@millrace/policies/repeat')).repeat, {}],
  redaction: async () => [(await import('@millrace/policies/redaction')).redaction, { values: secrets }],
  spill: async () => [(await import('@millrace/policies/spill')).spill, { store }],
  standard: () => standard([]),
  'standard and secrets': () => standard(secrets),
}

/** @param {string[]} values @returns {Promise<[plugin: any, config: any]>} */
async function standard(values) {
  const { standardPolicies } = await import('@millrace/policies')
  const { starterRules } = await import('@millrace/policies/permissions')
  const config = {
    permissions: permissionsConfig(realisticLayers(starterRules)),
    redaction: { values },
    spill: { store },
  }
  return [standardPolicies, config]
}

/** @param {any[]} layers */
const permissionsConfig = (layers) => ({ layers, mode: 'default', ...places })

/** What the no-op tool says of itself. */
const traits = {
  plain: {},
  /** As a tool that looks into a file: it may be repeated, and has a time limit. */
  reader: {
    effects: 'none',
    timeoutMs: 60_000,
    touches: () => ({ paths: [{ path: 'src/net/retry.ts', access: 'read' }] }),
  },
}

/**
 * A call of the no-op tool through `ctx.tools`, with these policies loaded.
 * @param {{ policy?: keyof typeof policies, tool?: keyof typeof traits }} options
 */
export async function policed({ policy, tool = 'plain' }) {
  const { ctx, defineTool } = await openHost('millrace')
  if (policy !== undefined) {
    const [plugin, config] = await policies[policy]()
    await ctx.plugin(plugin, config)
  }
  ctx.tools.register(noopTool(defineTool, 'noop', traits[tool]))
  let serial = 0
  // With other arguments each time, as the model is told of calls that are all the same.
  const call = () => {
    serial += 1
    return ctx.tools.execute({
      callId: 'call-1',
      name: 'noop',
      arguments: { ...small, count: serial },
      signal,
    })
  }
  await warmUp(call)
  return { call: await operation(call, { check: succeeded }) }
}

/**
 * All that a call runs through is compiled only after some thousand calls, and a busy machine does not make so many in
 * the time that it is given to warm up.
 * @param {() => unknown} call
 */
async function warmUp(call) {
  for (let done = 0; done < 10_000; done++) await call()
}

/** What the two measured calls touch, and what they are called. */
const touching = {
  paths: {
    name: 'edit',
    touches: () => ({
      paths: [
        { path: 'src/net/retry.ts', access: 'read' },
        { path: 'src/net/retry.ts', access: 'write' },
      ],
    }),
  },
  argv: {
    name: 'bash',
    touches: () => ({
      paths: [{ path: '.', access: 'read' }],
      argv: [['bash', '-c', 'git status --short']],
    }),
  },
}

/**
 * A call that one rule of so many allows: as a whole, and its verdict alone.
 * @param {{ kind: 'paths' | 'patterns' | 'argv', rules: number }} options
 */
export async function deciding({ kind, rules }) {
  const { ctx, defineTool } = await openHost('millrace')
  const { permissions } = await import('@millrace/policies/permissions')
  const layers = manyRules(kind, rules)
  await ctx.plugin(permissions, permissionsConfig(layers))
  const { name, touches } = kind === 'argv' ? touching.argv : touching.paths
  ctx.tools.register(noopTool(defineTool, name, { touches }))
  const { length } = ctx.permissions.list().filter((/** @type {any} */ { idle }) => idle === undefined)
  if (length !== rules) throw new Error(`${length} of ${rules} rules can decide`)
  const judge = () => ctx.permissions.judge(name, small)
  const call = () => ctx.tools.execute({ callId: 'call-1', name, arguments: small, signal })
  await warmUp(call)
  return {
    call: await operation(call, { check: succeeded }),
    judge: await operation(judge, { check: ({ verdict }) => verdict === 'allow' }),
  }
}

/** Reading commands, each an operation of its own by its text. @param {{ commands: string[] }} options */
export async function reading({ commands }) {
  const { readCommand } = await import('@millrace/policies/permissions')
  const found = /** @type {Record<string, import('../harness/operation.mjs').Operation>} */ ({})
  for (const command of commands) {
    found[command] = await operation(() => readCommand(command, '.'), {
      check: ({ kind }) => kind === 'parts',
    })
  }
  return found
}
