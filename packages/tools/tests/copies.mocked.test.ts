import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, failed, setup, succeeded, tool } from './support/setup.ts'

/** A second copy of the packages, as two dependants that bring their own would install it. */
async function secondCopy() {
  vi.resetModules()
  const [tools, scope] = await Promise.all([import('@millrace/tools'), import('@millrace/scope')])
  return { tools, scope }
}

describe('two installed copies', () => {
  verifies(['contract:O4'], 'are two copies indeed', async () => {
    const first = await import('@millrace/tools')
    const second = await secondCopy()
    expect(second.tools.HarnessError).not.toBe(first.HarnessError)
    expect(second.tools.ToolRuntime).not.toBe(first.ToolRuntime)
  })

  verifies(['contract:O4', 'contract:W6'], 'recognise each other’s errors', async () => {
    const { tools } = await secondCopy()
    const { call } = await setup({
      execute: async () => {
        throw new tools.HarnessError('QUOTA', 'used up')
      },
    })
    expect(failed(await call()).error).toStrictEqual({
      message: 'used up',
      info: { name: 'HarnessError', code: 'QUOTA' },
    })
  })

  verifies(['contract:O4'], 'recognise a tool that the other defined', async () => {
    const { tools } = await secondCopy()
    const { ctx, call } = await setup()
    ctx.tools.register(
      tools.defineTool({
        name: 'greet',
        description: 'Greets.',
        parameters: { name: { type: 'string', required: true } },
        output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
        execute: async ({ name }) => `hello ${name}`,
      }),
    )
    expect(succeeded(await call('greet', { name: 'you' })).value).toBe('hello you')
    expect(failed(await call('greet', {})).error.info).toEqual({
      name: 'ToolArgsError',
      code: 'INVALID_ARGS',
    })
  })

  verifies(['contract:O4', 'contract:S1'], 'recognise each other’s scopes and their parents', async () => {
    const { scope } = await secondCopy()
    const { ctx, call } = await setup()
    const [parent, child] = [agentNamed('parent'), agentNamed('child')]
    scope.createScope(ctx, parent).ctx.tools.register(tool({ name: 'inherited' }))
    const inner = scope.createScope(ctx, child, { parent })
    inner.ctx.tools.guard((exec) => (exec.name === 'echo' ? 'not for the child' : undefined))
    succeeded(await call('inherited', 1, { agent: child }))
    expect(failed(await call('echo', 1, { agent: child })).error.message).toBe('not for the child')
    succeeded(await call('echo', 1, { agent: parent }))
    expect(failed(await call('inherited')).error.info?.code).toBe('UNKNOWN_TOOL')
  })

  verifies(['contract:O4'], 'run the calls of one context, whichever copy made the runtime', async () => {
    const { tools } = await secondCopy()
    const runtime = tools.createTools()
    runtime.register(tool({ name: 'echo' }))
    const result = await runtime.execute({
      callId: 'c',
      name: 'echo',
      arguments: 1,
      signal: new AbortController().signal,
    })
    expect(succeeded(result).value).toBe(1)
    expect((await import('@millrace/tools')).isHarnessError(new tools.HarnessError('A', 'b'))).toBe(true)
  })
})
