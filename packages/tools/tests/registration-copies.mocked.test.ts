import * as firstScope from '@millrace/scope'
import * as first from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, failed, setup, succeeded, tool } from './support/setup.ts'

/** A second installed copy of the package, and of those below it. */
async function secondCopy(): Promise<{ second: typeof first; scope: typeof firstScope }> {
  vi.resetModules()
  return { second: await import('@millrace/tools'), scope: await import('@millrace/scope') }
}

const { createScope } = firstScope

describe('two installed copies', () => {
  verifies(['contract:O4'], 'know errors of each other by brand', async () => {
    const { second } = await secondCopy()
    const foreign = new second.HarnessError('QUOTA', 'used up')
    expect(foreign).not.toBeInstanceOf(first.HarnessError)
    expect(first.isHarnessError(foreign)).toBe(true)
    expect(second.isHarnessError(new first.ToolNotFoundError('x'))).toBe(true)
    for (const other of [new Error('plain'), { code: 'QUOTA' }, null, 'QUOTA']) {
      expect(first.isHarnessError(other)).toBe(false)
    }
    const { call } = await setup({ execute: () => Promise.reject(foreign) })
    const { error } = failed(await call())
    expect(error).toEqual({ message: 'used up', info: { name: 'HarnessError', code: 'QUOTA' } })
  })

  verifies(['contract:O4', 'contract:R10'], 'carry the hint that a call may be repeated', async () => {
    const { second } = await secondCopy()
    const busy = new second.HarnessError('BUSY', 'try later', { retryable: true })
    const { call } = await setup({ execute: () => Promise.reject(busy) })
    expect(failed(await call()).error.info).toEqual({ name: 'HarnessError', code: 'BUSY', retryable: true })
  })

  verifies(['contract:O4'], 'know scopes of each other', async () => {
    const { scope } = await secondCopy()
    expect(scope.createScope).not.toBe(createScope)
    const { ctx, tools, call } = await setup()
    const [parent, child] = [agentNamed('parent'), agentNamed('child')]
    const parentScope = createScope(ctx, parent)
    const childScope = scope.createScope(ctx, child, { parent })
    childScope.ctx.tools.register(tool({ name: 'own', execute: async () => 'own' }))
    parentScope.ctx.tools.restrict({ deny: ['echo'] })
    const heard = vi.fn()
    childScope.ctx.on('tools/result', heard)
    expect(tools.schemas(child).map(({ name }) => name)).toEqual(['own'])
    expect(succeeded(await call('own', {}, { agent: child })).value).toBe('own')
    expect(heard).toHaveBeenCalledTimes(1)
    expect(tools.schemas().map(({ name }) => name)).toEqual(['echo'])
  })

  verifies(['contract:O4'], 'run definitions and fill the transport of each other', async () => {
    const { second } = await secondCopy()
    const { ctx, tools, call } = await setup()
    tools.register(
      second.defineTool({
        name: 'foreign',
        description: 'Defined by the other copy.',
        parameters: { text: { type: 'string', required: true } },
        output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
        execute: async ({ text }) => text.toUpperCase(),
      }),
    )
    expect(succeeded(await call('foreign', { text: 'a' })).value).toBe('A')
    expect(failed(await call('foreign', {})).error.info?.code).toBe('INVALID_ARGS')
    second.provideTransport(ctx, { definition: tool({ name: 'run_code' }) })
    const agent = agentNamed('one')
    createScope(ctx, agent).ctx.tools.presentAs('both')
    expect(tools.get('run_code', agent)?.name).toBe('run_code')
    expect(second.schemaView(tools, agent).map(({ name }) => name)).toEqual(['echo', 'foreign', 'run_code'])
  })
})
