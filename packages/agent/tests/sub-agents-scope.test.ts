import type { SessionAgent, SubAgentOptions } from '@millrace/agent'
import { scriptedModel, type ScriptStep } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  calling,
  codesOf,
  eventsOf,
  loopBench,
  ofType,
  textTool,
  untilAborted,
  type LoopBench,
} from './support/loop-bench.ts'

let children = 0

async function spawn(
  bench: LoopBench,
  parent: SessionAgent,
  script: readonly ScriptStep[],
  options: Partial<SubAgentOptions> = {},
): Promise<SessionAgent> {
  const model = scriptedModel(script, { name: { provider: 's', id: `child-${++children}` } })
  const child = await bench.ctx.agents.spawn(parent, {
    callId: 'c',
    description: 'a child',
    model,
    ...options,
  })
  bench.compare(model, child)
  return child
}

describe('a sub-agent', () => {
  verifies(['fault:B065'], 'cannot call what its parent may not call', async () => {
    const bench = await loopBench()
    for (const name of ['bash', 'read']) bench.ctx.tools.register(textTool(name))
    const parent = await bench.agent([], { restrict: { deny: ['bash'] } })
    const child = await spawn(bench, parent, [{ calls: [calling('bash'), calling('read')] }, 'done'])
    await child.send('go')
    expect(codesOf(await eventsOf(bench, child))).toEqual(['UNKNOWN_TOOL', 'ok'])
    expect(bench.ctx.tools.get('bash', child)).toBeUndefined()
    expect(bench.ctx.tools.schemas(child).map(({ name }) => name)).toEqual(['read'])
    await expect(spawn(bench, parent, [], { restrict: { allow: ['bash'] } })).rejects.toThrow('"bash"')
  })

  verifies(['fault:B067'], 'has an allow list that is enforced, also against later tools', async () => {
    const bench = await loopBench()
    for (const name of ['read', 'write']) bench.ctx.tools.register(textTool(name))
    const parent = await bench.agent([])
    const allowed = await spawn(bench, parent, [{ calls: [calling('write'), calling('late')] }, 'done'], {
      restrict: { allow: ['read'] },
    })
    const denied = await spawn(bench, parent, [{ calls: [calling('late')] }, 'done'], {
      restrict: { deny: ['write'] },
    })
    bench.ctx.tools.register(textTool('late'))
    await allowed.send('go')
    await denied.send('go')
    expect(codesOf(await eventsOf(bench, parent))).toEqual(['UNKNOWN_TOOL', 'UNKNOWN_TOOL', 'ok'])
  })

  verifies(['fault:B069'], 'narrows what it inherits, and the restrictions of both intersect', async () => {
    const bench = await loopBench()
    for (const name of ['read', 'grep', 'bash']) bench.ctx.tools.register(textTool(name))
    const parent = await bench.agent([], { restrict: { allow: ['read', 'grep'] } })
    const child = await spawn(bench, parent, [], { restrict: { deny: ['grep'] } })
    const names = (agent: SessionAgent) => bench.ctx.tools.schemas(agent).map(({ name }) => name)
    expect(names(child)).toEqual(['read'])
    await child.dispose()
    expect(names(parent)).toEqual(['read', 'grep'])
  })

  test('writes to the log of its parent under its own id, from its start to its end', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const parent = await bench.agent(['parent'])
    const child = await spawn(bench, parent, [{ calls: [calling('echo', 'x')] }, 'child'])
    expect(await child.send('go')).toMatchObject({ turn: 1, text: 'child' })
    await child.dispose()
    await parent.send('go')
    const events = await eventsOf(bench, parent)
    expect(events[0]).toMatchObject({ type: 'agent/started', data: { agentId: child.id, parentCallId: 'c' } })
    expect(events[0]).not.toHaveProperty('agent')
    const end = events.findIndex(({ type }) => type === 'agent/ended')
    expect(events[end]?.data).toEqual({ agentId: child.id, parentCallId: 'c', reason: 'done' })
    expect(new Set(events.slice(1, end).map(({ agent }) => agent))).toEqual(new Set([child.id]))
    expect(child.session).toBe(parent.session)
    expect(child).toMatchObject({ parent, principal: parent.principal, cwd: parent.cwd })
  })

  test('is heard by the listeners of its parent, and does not hear those of its parent itself', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const heard: string[] = []
    const parent = await bench.agent([{ calls: [calling('echo')] }, 'done'])
    const child = await spawn(bench, parent, [{ calls: [calling('echo')] }, 'done'])
    parent.ctx.on('tools/result', (exec) => void heard.push(exec.agent === child ? 'child' : 'parent'))
    child.ctx.on('tools/result', () => void heard.push('never'))
    await parent.send('go')
    child.ctx.on('tools/result', () => void heard.push('at the child'))
    await child.send('go')
    expect(heard).toEqual(['parent', 'child', 'never', 'at the child'])
  })

  test('counts within the totals and the limits of its parent', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const usage = { input: 50, output: 50 }
    const parent = await bench.agent([], { limits: { calls: 3, tokens: 250 } })
    const two = { calls: [calling('echo'), calling('echo')], usage }
    const child = await spawn(bench, parent, [two, two, 'never'])
    expect(await child.send('go')).toMatchObject({ reason: 'limit', code: 'calls' })
    expect(codesOf(await eventsOf(bench, parent))).toEqual(['ok', 'ok', 'ok', 'LIMIT_REACHED'])
    expect(parent.totals).toMatchObject({ steps: 2, calls: { done: 3, denied: 1 }, usage: { input: 100 } })
    const other = await spawn(bench, parent, [{ text: 'a', usage }, 'never'])
    expect(await other.send('go')).toMatchObject({ reason: 'done' })
    expect(await other.send('go')).toMatchObject({
      reason: 'limit',
      code: 'tokens',
      message:
        'of the agent that this one works for, the limit of 250 tokens in the session is reached; raise limits.tokens to go on',
    })
  })

  test('has limits of its own', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const parent = await bench.agent(['ok'])
    const child = await spawn(bench, parent, [{ calls: [calling('echo')] }, 'never'], {
      limits: { steps: 1 },
    })
    expect(await child.send('go')).toMatchObject({ reason: 'limit', code: 'steps' })
    expect(await parent.send('go')).toMatchObject({ reason: 'done' })
  })

  test('ends with its parent, whose tool it runs', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('slow', (_text, signal) => untilAborted(signal)))
    const parent = await bench.agent([])
    const child = await spawn(bench, parent, [{ calls: [calling('slow')] }])
    const grandchild = await spawn(bench, child, [{ waitForAbort: true }])
    const turns = Promise.all([child.send('go'), grandchild.send('go')])
    await new Promise((resolve) => setTimeout(resolve, 20))
    await parent.dispose()
    expect((await turns).map(({ reason }) => reason)).toEqual(['interrupted', 'interrupted'])
    expect([child.status, grandchild.status]).toEqual(['disposed', 'disposed'])
    expect(bench.ctx.agents.all).toEqual([])
    const ended = ofType(await eventsOf(bench, parent), 'agent/ended')
    expect(ended.map(({ agent, data }) => [agent, data.agentId])).toEqual([
      [child.id, grandchild.id],
      [undefined, child.id],
    ])
  })

  test('needs a parent that lives', async () => {
    const bench = await loopBench()
    const parent = await bench.agent([])
    await parent.dispose()
    await expect(spawn(bench, parent, [])).rejects.toMatchObject({ code: 'AGENT_DISPOSED' })
    await expect(spawn(bench, {} as SessionAgent, [])).rejects.toMatchObject({ code: 'AGENT_DISPOSED' })
  })
})
