import { text } from '@millrace/protocol'
import { createScope } from '@millrace/scope'
import { provideTransport, type Agent } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed } from './support/frozen.ts'
import {
  abortedBeforeDispatch,
  agentNamed,
  failed,
  forged,
  inputFor,
  setup,
  succeeded,
  tool,
  type Bench,
} from './support/setup.ts'
import { observeResults, recordStages } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

const route =
  'unknown tool "echo": only `run_code` is callable directly — call `echo` from inside a `run_code` program instead'

/** A bench with an agent in code mode and a transport that only says that it ran. */
async function codeSetup(definition: Parameters<typeof setup>[0] = {}): Promise<Bench & { agent: Agent }> {
  const bench = await setup(definition)
  provideTransport(bench.ctx, { definition: tool({ name: 'run_code', execute: async () => 'ran' }) })
  const agent = agentNamed('coder')
  createScope(bench.ctx, agent).ctx.tools.presentAs('code')
  return { ...bench, agent }
}

describe('a direct call under the mode code', () => {
  verifies(['contract:K6'], 'of another tool ends at once, naming the way through run_code', async () => {
    const { ctx, agent, body, call } = await codeSetup()
    const ran = recordStages(ctx)
    const result = failed(await call('echo', {}, { agent }))
    expect(result.error.message).toBe(route)
    expect(result.error.info?.code).toBe('UNKNOWN_TOOL')
    expect(result.content).toEqual([{ type: 'text', text: `Error: ${route}` }])
    expect(ran).toEqual(['result'])
    expect(body).not.toHaveBeenCalled()
    expectSealed(result)
  })

  verifies(['contract:K6'], 'is announced once, with the same result', async () => {
    const { ctx, agent, call } = await codeSetup()
    const seen = observeResults(ctx)
    const result = await call('echo', {}, { agent })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.result).toBe(result)
  })

  verifies(['contract:K6', 'contract:F1'], 'drops the finalizer with the denial', async () => {
    const finalizeContent = vi.fn(() => [text('final')])
    const { agent, call } = await codeSetup({ finalizeContent })
    failed(await call('echo', {}, { agent }))
    expect(finalizeContent).not.toHaveBeenCalled()
  })

  verifies(
    ['contract:K6', 'contract:F1'],
    'by an aborted caller is an abort, and keeps the finalizer',
    async () => {
      const finalizeContent = vi.fn(() => undefined)
      const { agent, call } = await codeSetup({ finalizeContent })
      expect(await call('echo', {}, { agent, signal: AbortSignal.abort() })).toStrictEqual(
        abortedBeforeDispatch,
      )
      expect(finalizeContent).toHaveBeenCalledTimes(1)
    },
  )

  verifies(['contract:K6', 'contract:K3'], 'with unusable arguments reports the arguments', async () => {
    const { agent, tools } = await codeSetup()
    const { message } = failed(await tools.execute(inputFor('echo', undefined, { agent }))).error
    expect(message === route || message.includes('losslessly JSON-serializable')).toBe(true)
  })

  verifies(['contract:K6', 'contract:M7'], 'of run_code runs', async () => {
    const { agent, call } = await codeSetup()
    expect(succeeded(await call('run_code', {}, { agent })).value).toBe('ran')
  })

  verifies(['contract:K6'], 'of a name that is not visible goes through policy as ever', async () => {
    const { ctx, agent, call } = await codeSetup()
    const ran = recordStages(ctx)
    const { error } = failed(await call('missing', {}, { agent }))
    expect(error.message).toContain('unknown tool "missing"')
    expect(error.message).not.toContain('only `run_code`')
    expect(ran).toContain('pre-execute')
    expect(ran).toContain('post-execute')
  })

  verifies(['contract:K6', 'contract:E1'], 'is classified as exclusive', async () => {
    const { agent, tools } = await codeSetup({ isConcurrencySafe: () => true })
    expect(tools.executionMode(inputFor('echo', {}, { agent }))).toEqual({ kind: 'exclusive' })
    expect(tools.executionMode(inputFor('echo', {}))).toEqual({ kind: 'parallel' })
  })
})

describe('a nested call under the mode code', () => {
  verifies(['contract:K6'], 'reaches every tool', async () => {
    const { agent, call } = await codeSetup()
    const parent = forged(Symbol('outer'))
    expect(succeeded(await call('echo', 1, { agent, parent })).value).toBe(1)
  })

  verifies(['contract:K6'], 'is not collapsed by a forged parent that is no token', async () => {
    const { agent, body, call } = await codeSetup()
    failed(await call('echo', 1, { agent, parent: forged('token') }))
    expect(body).not.toHaveBeenCalled()
  })
})

describe('a direct call under another mode', () => {
  verifies(['contract:K6'], 'is not collapsed: neither without an agent nor under both', async () => {
    const { ctx, call } = await codeSetup()
    succeeded(await call())
    const agent = agentNamed('both')
    createScope(ctx, agent).ctx.tools.presentAs('both')
    succeeded(await call('echo', {}, { agent }))
  })

  verifies(
    ['contract:K6', 'contract:M6'],
    'is collapsed for a child of a coder, and free again for one that opts out',
    async () => {
      const { ctx, agent: parent, call } = await codeSetup()
      const [child, native] = [agentNamed('child'), agentNamed('native')]
      createScope(ctx, child, { parent })
      createScope(ctx, native, { parent }).ctx.tools.presentAs('native')
      expect(failed(await call('echo', {}, { agent: child })).error.message).toBe(route)
      succeeded(await call('echo', {}, { agent: native }))
    },
  )

  verifies(['contract:K6', 'contract:M6'], 'is free again once the declaration is disposed', async () => {
    const { ctx, call } = await setup()
    const agent = agentNamed('coder')
    const restore = createScope(ctx, agent).ctx.tools.presentAs('code')
    failed(await call('echo', {}, { agent }))
    restore()
    succeeded(await call('echo', {}, { agent }))
  })
})
