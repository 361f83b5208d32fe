import { Context } from '@deepseek-ai/cordis'
import { PromptService, type SessionAgent } from '@millrace/agent'
import { CodeMode, provideCodeRuntime, type CodeRuntime, type SdkOptions } from '@millrace/code-mode'
import { createScope } from '@millrace/scope'
import { ToolRuntime, type ToolPresentationMode } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { estimatedTokens } from '../src/discovery/token-estimate.ts'
import { hostingTools } from './support/hosting-tools.ts'
import { scriptedRuntime } from './support/scripted-runtime.ts'
import { tool } from './support/setup.ts'

interface Bench {
  readonly ctx: Context
  readonly agent: (options?: { parent?: SessionAgent; mode?: ToolPresentationMode }) => SessionAgent
  /** Names of the tools, and the prompt, as an agent's model gets them. */
  readonly told: (agent: SessionAgent, order?: string[]) => Promise<{ system: string; tools: string[] }>
}

async function bench(
  mode: ToolPresentationMode,
  {
    sdk,
    runtime = scriptedRuntime(async () => undefined),
  }: { sdk?: SdkOptions; runtime?: CodeRuntime | null } = {},
): Promise<Bench> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(ToolRuntime, { mode })
  await ctx.plugin(PromptService)
  await ctx.plugin(CodeMode, sdk === undefined ? {} : { sdk })
  if (runtime !== null) provideCodeRuntime(ctx, runtime)
  for (const name of ['write', 'read']) ctx.tools.register(tool({ name, description: `Does ${name}.` }))
  let count = 0
  const agent: Bench['agent'] = ({ parent, mode: own } = {}) => {
    const made = { id: `agent-${count++}`, ...(parent && { parent }) } as unknown as SessionAgent
    const scope = createScope(ctx, made, parent ? { parent } : {})
    if (own !== undefined) scope.ctx.tools.presentAs(own)
    return Object.assign(made, { ctx: scope.ctx })
  }
  const told: Bench['told'] = async (of, order = []) => {
    const { system, tools } = await ctx.prompts.assemble(of, order)
    return { system, tools: tools.map(({ name }) => name) }
  }
  return { ctx, agent, told }
}

const manyTools = hostingTools()
const rule = '`run_code` is the only tool you can call directly'

describe('a model is offered', () => {
  verifies(
    ['contract:M1', 'contract:M3'],
    'all tools in native mode, without a word of programs, and needs no runtime for it',
    async () => {
      const { agent, told } = await bench('native', { runtime: null })
      expect(await told(agent())).toEqual({ system: '', tools: ['read', 'write'] })
    },
  )

  verifies(
    ['contract:M1', 'contract:M3'],
    'run_code alone in code mode, with the rule and then the declarations',
    async () => {
      const { agent, told } = await bench('code')
      const { system, tools } = await told(agent())
      expect(tools).toEqual(['run_code'])
      expect(system.indexOf(rule)).toBe(0)
      expect(system.indexOf('interface ToolArgsMap {')).toBeGreaterThan(0)
      expect(system).toContain('read')
    },
  )

  verifies(
    ['contract:M1', 'contract:M3'],
    'all tools and run_code in both mode, with the declarations and without the rule',
    async () => {
      const { agent, told } = await bench('both')
      const { system, tools } = await told(agent())
      expect(tools).toEqual(['read', 'run_code', 'write'])
      expect(system).not.toContain(rule)
      expect(system).toContain('interface ToolArgsMap {')
    },
  )

  verifies(['contract:M2'], 'an order of what its mode shows, and of nothing else', async () => {
    const { agent, told } = await bench('code')
    const [code, both, native] = [agent(), agent({ mode: 'both' }), agent({ mode: 'native' })]
    expect((await told(code, ['run_code'])).tools).toEqual(['run_code'])
    await expect(told(code, ['read'])).rejects.toThrow(
      /unknown tool "read"; known tools in mode "code": run_code/,
    )
    expect((await told(both, ['write', 'run_code'])).tools).toEqual(['write', 'run_code', 'read'])
    expect((await told(native, ['write'])).tools).toEqual(['write', 'read'])
    await expect(told(native, ['run_code'])).rejects.toThrow(/unknown tool "run_code"/)
  })

  verifies(
    ['contract:M2'],
    'its only tool in the order of its mode, also where no other tool is left',
    async () => {
      const { agent, told } = await bench('code')
      const alone = agent()
      alone.ctx.tools.restrict({ allow: [] })
      expect((await told(alone, ['run_code'])).tools).toEqual(['run_code'])
      await expect(told(alone, ['read'])).rejects.toThrow(/mode "code"/)
    },
  )
})

describe('sections', () => {
  verifies(['contract:M3'], 'follow the mode of the scope, and what it sees', async () => {
    const { agent, told } = await bench('native')
    const parent = agent({ mode: 'code' })
    const child = agent({ parent })
    const optedOut = agent({ parent, mode: 'native' })
    child.ctx.tools.restrict({ deny: ['write'] })
    expect((await told(child)).system).toContain(rule)
    expect((await told(child)).system).not.toContain('Does write.')
    expect((await told(parent)).system).toContain('Does write.')
    expect(await told(optedOut)).toEqual({ system: '', tools: ['read', 'write'] })
  })

  verifies(['contract:M3', 'contract:M9'], 'are never stale, and go with Code Mode', async () => {
    const { ctx, agent, told } = await bench('both')
    const one = agent()
    const before = await told(one)
    const dispose = ctx.tools.register(tool({ name: 'later', description: 'Came later.' }))
    expect((await told(one)).system).toContain('Came later.')
    dispose()
    expect(await told(one)).toEqual(before)
  })

  verifies(['contract:M4'], 'need a runtime, mounted when they are asked for', async () => {
    const { ctx, agent, told } = await bench('code', { runtime: null })
    const one = agent()
    await expect(told(one)).rejects.toThrow(/^mode "code" requires a code runtime/)
    await expect(told(agent({ mode: 'both' }))).rejects.toThrow(/^mode "both" requires a code runtime/)
    const unmount = provideCodeRuntime(
      ctx,
      scriptedRuntime(async () => undefined),
    )
    expect((await told(one)).system).toContain(rule)
    unmount()
    await expect(told(one)).rejects.toMatchObject({ code: 'CODE_RUNTIME_MISSING' })
  })

  verifies(['contract:M4'], 'know some languages, by their own names alone', async () => {
    for (const language of ['ruby', 'constructor']) {
      const { agent, told } = await bench('code', {
        runtime: scriptedRuntime(async () => undefined, { language }),
      })
      await expect(told(agent())).rejects.toThrow(
        `no SDK renderer registered for runtime language "${language}"`,
      )
    }
    const python = await bench('code', {
      runtime: scriptedRuntime(async () => undefined, { language: 'python' }),
    })
    expect((await python.told(python.agent())).system).toContain('async def read(')
  })

  verifies(['contract:M8'], 'give way to those of the host and of a scope, and to experts', async () => {
    const { ctx, agent, told } = await bench('code')
    const [one, other] = [agent(), agent()]
    one.ctx.prompts.section({ name: 'tools:sdk', order: 150, text: 'See the manual.' })
    one.ctx.prompts.section({ name: 'tools:code-only', order: 99, text: '' })
    expect((await told(one)).system).toBe('See the manual.')
    expect((await told(other)).system).toContain(rule)
    ctx.prompts.section({ name: 'tools:code-only', order: 200, text: 'Only programs.' })
    expect((await told(other)).system).toMatch(/Only programs\.$/)
    expect((await told(one)).system).toBe('See the manual.')
    other.ctx.on('system-prompt/assemble', async () => ({ system: 'mine', tools: [] }))
    expect(await told(other)).toEqual({ system: 'mine', tools: [] })
  })

  test('stay the same object as long as nothing changes', async () => {
    const { ctx, agent } = await bench('both')
    const [one, other] = [agent(), agent({ mode: 'code' })]
    const prompt = await ctx.prompts.assemble(one)
    await ctx.prompts.assemble(other)
    expect(await ctx.prompts.assemble(one)).toBe(prompt)
  })
})

describe('with 1,223 tools', () => {
  test('a prompt takes at most 1,000 tokens, names what there is, and how to find it', async () => {
    const { ctx, agent, told } = await bench('code', { sdk: { pinned: ['issues_create', 'nothing'] } })
    for (const each of manyTools) ctx.tools.register(each)
    const { system } = await told(agent())
    const [, sdk = ''] = system.split(/(?=## Tools of programs)/)
    expect(estimatedTokens(sdk)).toBeLessThanOrEqual(1_000)
    for (const said of ['$search', '$describe', '1,225 tools', 'tools.issues_create(args: {', 'actions (']) {
      expect(sdk).toContain(said)
    }
    expect(sdk).not.toContain('interface ToolArgsMap')
    expect((await told(agent())).system).toBe(system)
  })

  test('a scope is told of those that it sees, and in full where these are few', async () => {
    const { ctx, agent, told } = await bench('code')
    for (const each of manyTools) ctx.tools.register(each)
    const one = agent()
    one.ctx.tools.restrict({ allow: ['gists_create', 'read'] })
    const { system } = await told(one)
    expect(system).toContain('interface ToolArgsMap {')
    expect(system).toContain('gists_create')
    expect(system).not.toContain('issues')
  })

  test('the budgets are the host’s', async () => {
    const { agent, told } = await bench('both', { sdk: { fullTokens: 10, digestTokens: 700 } })
    const { system } = await told(agent())
    expect(estimatedTokens(system)).toBeLessThanOrEqual(700)
    expect(system).toMatch(/What there is:\n\nread, write$/)
  })
})
