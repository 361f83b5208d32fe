import { contentText } from '@millrace/protocol'
import { scriptedModel } from '@millrace/testkit'
import { defineTool, provideTransport, type ToolRunContext } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import {
  calling,
  codesOf,
  eventsOf,
  loopBench,
  ofType,
  textTool,
  type LoopBench,
} from './support/loop-bench.ts'

/** A host whose programs call `echo` so many times, and say what came of each call. */
async function programBench(calls: number): Promise<LoopBench & { readonly ran: () => number }> {
  const bench = await loopBench({}, false, 'both')
  let ran = 0
  bench.ctx.tools.register(textTool('echo', () => `echo ${++ran}`))
  const definition = defineTool({
    name: 'run_code',
    description: 'Runs a program.',
    parameters: { text: { type: 'string' } },
    output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
    execute: async (_args, exec) => {
      const said: string[] = []
      for (let number = 1; number <= calls; number++) said.push(await echo(bench, exec, number))
      return said.join('; ')
    },
  })
  provideTransport(bench.ctx, { definition })
  return { ...bench, ran: () => ran }
}

async function echo({ ctx }: LoopBench, exec: ToolRunContext, number: number): Promise<string> {
  const { agent, callId, rootCallId, token: parent, signal } = exec
  const subCallId = `${callId}:code:${number}`
  const call = { rootCallId, parentCallId: callId, subCallId, name: 'echo', arguments: {} }
  agent?.events?.append('tool/code-dispatch-start', call)
  const { isError, content } = await ctx.tools.execute({
    callId: subCallId,
    rootCallId,
    name: 'echo',
    arguments: {},
    parent,
    signal,
    ...(agent !== undefined && { agent }),
  })
  agent?.events?.append('tool/code-dispatch', { ...call, isError, content })
  return contentText(content)
}

const program = { calls: [calling('run_code')] }
const refused = (limit: number): string => `not run: the limit of ${limit} calls in the session is reached`

describe('a limit of calls', () => {
  test('counts calls of programs, and refuses what a program calls beyond it', async () => {
    const bench = await programBench(4)
    const agent = await bench.agent([program, { calls: [calling('echo')] }, 'never'], {
      limits: { calls: 3 },
    })
    expect(await agent.send('go')).toMatchObject({ reason: 'limit', code: 'calls' })
    expect(bench.ran()).toBe(2)
    const events = await eventsOf(bench, agent)
    expect(codesOf(events)).toEqual(['ok', 'LIMIT_REACHED'])
    const [result] = ofType(events, 'tool/result')
    const said = contentText(result!.data.content).split('; ')
    expect(said.slice(0, 2)).toEqual(['echo 1', 'echo 2'])
    expect(said.slice(2)).toEqual([expect.stringContaining(refused(3)), expect.stringContaining(refused(3))])
    // How they ended is no matter of the totals, as before.
    expect(agent.totals.calls).toEqual({ done: 1, failed: 0, denied: 1, cancelled: 0 })
  })

  test('counts those of before where a session is resumed', async () => {
    const bench = await programBench(2)
    const agent = await bench.agent([program, 'done'], { limits: { calls: 4 } })
    await agent.send('go')
    await agent.dispose()
    const model = scriptedModel([program, 'done'])
    const resumed = await bench.ctx.agents.resume(agent.id, { model, limits: { calls: 5 } })
    bench.compare(model, resumed)
    expect(await resumed.send('again')).toMatchObject({ reason: 'done' })
    expect(bench.ran()).toBe(3)
  })

  test('of an agent holds for programs of its sub-agents', async () => {
    const bench = await programBench(3)
    const parent = await bench.agent([], { limits: { calls: 2 } })
    const model = scriptedModel([program, 'done'], { name: { provider: 's', id: 'child' } })
    const child = await bench.ctx.agents.spawn(parent, { callId: 'c', description: 'd', model })
    expect(await child.send('go')).toMatchObject({ reason: 'done' })
    expect(bench.ran()).toBe(1)
  })
})
