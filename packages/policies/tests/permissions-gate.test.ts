import { HarnessError, type ApprovalOutcome } from '@millrace/protocol'
import { permissions as plugin } from '@millrace/policies/permissions'
import type { PreToolDecision, ToolApprovalRequest, ToolExecution, ToolExecutionToken } from '@millrace/tools'
import { createScope } from '@millrace/scope'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { ways } from './support/policy-bench.ts'
import { openPermissions, root, rules, toolkit, type PermissionBench } from './support/permission-bench.ts'
import { openBench } from './support/policy-bench.ts'

const agent = {}

function answering(bench: PermissionBench, outcome: unknown, approved?: boolean) {
  const request = vi.fn<(request: ToolApprovalRequest) => Promise<ApprovalOutcome>>(
    async () => outcome as ApprovalOutcome,
  )
  const service = { request, ...(approved !== undefined && { approved: () => approved }) }
  bench.ctx.provide('approval', service)
  return request
}

const messageOf = (result: Awaited<ReturnType<PermissionBench['call']>>): string =>
  result.isError ? result.error.message : 'ran'

describe.each(ways)('%s', (_, way) => {
  verifies(['security:A2'], 'only an explicit yes lets a call run that is asked about', async () => {
    for (const outcome of [
      'allowed-once',
      'rejected',
      'cancelled',
      'unavailable',
      'yes',
      true,
      undefined,
      {},
      { kind: 'allow' },
    ]) {
      const bench = await openPermissions()
      answering(bench, outcome)
      await bench.call('mcp__db__query', {}, { agent, ...way })
      expect([outcome, bench.ran]).toEqual([outcome, outcome === 'allowed-once' ? ['mcp__db__query'] : []])
    }
  })

  test('is allowed, asked about and denied by rules', async () => {
    const bench = await openPermissions({
      layers: [rules({ allow: ['Bash(ls *)'], deny: ['Bash(rm *)'] })],
    })
    const request = answering(bench, 'rejected')
    expect(messageOf(await bench.call('bash', { command: 'ls' }, { agent, ...way }))).toBe('ran')
    expect(request).not.toHaveBeenCalled()
    expect(messageOf(await bench.call('bash', { command: 'rm x' }, { agent, ...way }))).toBe(
      'rule Bash(rm *) of the user rules denies it',
    )
    expect(request).not.toHaveBeenCalled()
    await bench.call('bash', { command: 'make' }, { agent, ...way })
    expect(request).toHaveBeenCalledOnce()
    expect(request.mock.calls[0]?.[0]).toMatchObject({ toolName: 'bash', reason: 'no rule allows "make"' })
  })

  verifies(
    ['security:A2', 'contract:W5'],
    'a listener that says yes gets past no rule that denies',
    async () => {
      const bench = await openPermissions({ layers: [rules({ deny: ['Bash(rm *)'] })] })
      bench.ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }), { prepend: true })
      expect(messageOf(await bench.call('bash', { command: 'rm x' }, { agent, ...way }))).toContain(
        'rule Bash(rm *)',
      )
      expect(bench.ran).toEqual([])
    },
  )

  verifies(
    ['security:A2', 'contract:W5'],
    'nor past a question, unless whoever answers knows of a yes',
    async () => {
      for (const [approved, ran] of [
        [false, false],
        [true, true],
        [undefined, true],
      ] as const) {
        const bench = await openPermissions()
        answering(bench, 'allowed-once', approved)
        bench.ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }), { prepend: true })
        const result = await bench.call('edit', { path: 'a' }, { agent, ...way })
        expect(result.isError).toBe(!ran)
        if (!ran)
          expect(messageOf(result)).toBe('approval needed, but nobody gave it: no rule allows changing a')
      }
      const nobody = await openPermissions()
      nobody.ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }), { prepend: true })
      expect((await nobody.call('edit', { path: 'a' }, { agent, ...way })).isError).toBe(true)
      expect(nobody.ran).toEqual([])
    },
  )

  test('a stricter answer of another listener stays', async () => {
    const bench = await openPermissions({ layers: [rules({ allow: ['Bash(ls *)'] })] })
    const request = answering(bench, 'rejected')
    let answer: PreToolDecision = { kind: 'ask', reason: 'a hook wants to know' }
    bench.ctx.on('tools/pre-execute', async () => answer)
    await bench.call('bash', { command: 'ls' }, { agent, ...way })
    expect(request.mock.lastCall?.[0].reason).toBe('a hook wants to know')
    await bench.call('bash', { command: 'make' }, { agent, ...way })
    expect(request.mock.lastCall?.[0].reason).toBe('no rule allows "make"; a hook wants to know')
    answer = { kind: 'deny', reason: 'never' }
    expect(messageOf(await bench.call('bash', { command: 'ls' }, { agent, ...way }))).toBe('never')
    expect(messageOf(await bench.call('bash', { command: 'make' }, { agent, ...way }))).toBe('never')
    answer = 'sure' as never
    expect(messageOf(await bench.call('bash', { command: 'make' }, { agent, ...way }))).toContain(
      'not a decision',
    )
    expect(bench.ran).toEqual([])
  })
})

test('it is asked before listeners that were there first', async () => {
  const bench = await openBench(...toolkit)
  bench.ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }))
  const request = vi.fn(async () => 'allowed-once')
  bench.ctx.provide('approval', { request })
  await bench.ctx.plugin(plugin, { layers: [], mode: 'default', root })
  await bench.call('edit', { path: 'a' }, { agent })
  expect(request).toHaveBeenCalledOnce()
})

test('nobody is asked about what a guard denies anyway', async () => {
  const outside = (execution: Readonly<ToolExecution>): string | undefined =>
    JSON.stringify(execution.arguments).includes('..') ? 'it is outside' : undefined
  const bench = await openPermissions({ refusals: [outside] })
  const request = answering(bench, 'allowed-once')
  expect(messageOf(await bench.call('edit', { path: '../a' }, { agent }))).toBe('it is outside')
  expect(request).not.toHaveBeenCalled()
  expect(messageOf(await bench.call('edit', { path: 'a' }, { agent }))).toBe('ran')
})

test('what is permitted while a question waits counts for that call', async () => {
  const bench = await openPermissions()
  bench.ctx.provide('approval', {
    request: async () => {
      bench.permissions.grant({ rule: 'Edit(src/**)', lasts: 'session', by: 'terminal' })
      return 'allowed-once'
    },
    approved: () => false,
  })
  expect(messageOf(await bench.call('edit', { path: 'src/a' }, { agent }))).toBe('ran')
})

test('what is forbidden while a question waits does not run', async () => {
  const bench = await openPermissions()
  bench.ctx.provide('approval', {
    request: async () => {
      bench.permissions.reload([rules({ deny: ['Edit(src/**)'] })])
      return 'allowed-once'
    },
    approved: () => true,
  })
  expect(messageOf(await bench.call('edit', { path: 'src/a' }, { agent }))).toContain('rule Edit(src/**)')
})

test('a tool that is not there is reported as such, without a question', async () => {
  const bench = await openPermissions({ layers: [rules({ deny: ['gone'] })] })
  const request = answering(bench, 'allowed-once')
  expect(messageOf(await bench.call('bahs', {}, { agent }))).toContain('unknown tool "bahs"')
  expect(messageOf(await bench.call('gone', {}, { agent }))).toContain('rule gone')
  expect(request).not.toHaveBeenCalled()
})

test('the rule that decided stands in the trace', async () => {
  const bench = await openPermissions({ layers: [rules({ allow: ['Bash(ls *)'] })] })
  const traced: unknown[] = []
  bench.ctx.on('tools/trace', (_, trace) => void traced.push(trace))
  await bench.call('bash', { command: 'ls' }, { agent, parent: Symbol('outer') as ToolExecutionToken })
  expect(JSON.stringify(traced)).toContain('Bash(ls *)')
})

test('an agent meets the rules by the tools that it sees', async () => {
  const bench = await openPermissions()
  const scoped = {}
  const scope = createScope(bench.ctx, scoped)
  scope.ctx.tools.register({ ...bench.tools.get('todo_write')!, name: 'mcp__db__query' })
  expect(bench.permissions.judge('mcp__db__query', {}, scoped).verdict).toBe('allow')
  expect(bench.permissions.judge('mcp__db__query', {}).verdict).toBe('ask')
})

test('everything goes with the plugin', async () => {
  const bench = await openBench(...toolkit)
  const fiber = bench.ctx.plugin(plugin, { layers: [rules({ deny: ['Bash'] })], mode: 'default', root })
  await fiber
  expect((await bench.call('bash', { command: 'ls' })).isError).toBe(true)
  await fiber.dispose()
  expect(bench.ctx.get('permissions')).toBeUndefined()
  expect((await bench.call('bash', { command: 'ls' })).isError).toBe(false)
})

test('errors are of the family', async () => {
  const { permissions } = await openPermissions()
  expect(() => permissions.test('Bash(')).toThrow(HarnessError)
})
