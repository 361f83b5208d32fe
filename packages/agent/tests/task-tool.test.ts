import type { Context } from '@deepseek-ai/cordis'
import { describe, expect, test } from 'vitest'
import { taskTool, type TaskToolOptions } from '@millrace/agent'
import type { ToolDefinition } from '@millrace/tools'
import {
  agentHost,
  agentOn,
  dataOf,
  modelOf,
  resultsIn,
  type Said,
  type Script,
} from './support/agent-bench.ts'
import { namesOf, toolNamed } from './support/prompt-bench.ts'

const isChild = (text: string) => (request: Parameters<Script>[0]) =>
  request.messages.some(
    ({ role, content }) => role === 'user' && typeof content === 'string' && content.startsWith(text),
  )

const inChild = isChild('WORK')

async function hostWith(
  options: TaskToolOptions = {},
  tools: readonly ToolDefinition[] = [],
): Promise<Context> {
  const ctx = await agentHost()
  for (const tool of tools) ctx.tools.register(tool)
  await ctx.plugin(taskTool, options)
  return ctx
}

/** Runs a main agent that makes one task, and a sub-agent that says what the script says. */
async function runTask(
  ctx: Context,
  args: object,
  child: (n: number, request: Parameters<Script>[0], signal: AbortSignal) => Said | Promise<Said>,
) {
  let asked = 0
  const model = modelOf((request, _, signal) => {
    if (inChild(request)) return child(asked++, request, signal)
    return request.messages.length === 1
      ? { calls: [['task', { description: 'a task', prompt: 'WORK', ...args }]] }
      : { text: 'main done' }
  })
  const { agent, events } = await agentOn(ctx, model)
  const result = await agent.send('go')
  const [call] = dataOf(events, 'tool/result').filter(({ callId }) => callId === 'call-0')
  const main = model.requests.findLast((request) => !inChild(request))!
  return { agent, events, model, result, call: call!, report: resultsIn(main).at(-1) }
}

describe('task', () => {
  test('gives the last words of a sub-agent, whose events say whose they are', async () => {
    const ctx = await hostWith()
    const { agent, events, model, report, result } = await runTask(ctx, {}, () => ({ text: 'found it' }))
    expect(report).toBe('found it')
    expect(result).toMatchObject({ reason: 'done', text: 'main done' })
    const [started] = dataOf(events, 'agent/started')
    expect(started).toMatchObject({ parentCallId: 'call-0', description: 'a task' })
    expect(dataOf(events, 'agent/ended')).toMatchObject([{ agentId: started!.agentId, reason: 'done' }])
    expect(new Set(events.map((event) => event.agent))).toEqual(new Set([undefined, started!.agentId]))
    const child = model.requests.find(inChild)!
    expect(child.messages).toEqual([{ role: 'user', content: 'WORK' }])
    expect(ctx.agents.all).toEqual([agent])
  })

  test('gives an answer of the form that was asked for, by a tool of the sub-agent alone', async () => {
    const ctx = await hostWith()
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const { call, model, report } = await runTask(ctx, { schema, tools: [] }, (n) =>
      n === 0 ? { calls: [['respond', { n: 'three' }]] } : { calls: [['respond', { n: 3 }]] },
    )
    expect(call.isError).toBe(false)
    expect(JSON.parse(report!)).toEqual({ n: 3 })
    const [first, second] = model.requests.filter(inChild)
    expect(namesOf(first!.tools)).toEqual(['respond'])
    expect(resultsIn(second!)).toEqual([expect.stringContaining('"n" must be an integer')])
    expect(
      model.requests.filter((request) => !inChild(request)).flatMap(({ tools }) => namesOf(tools)),
    ).toEqual(['task', 'task'])
  })

  test('reminds a sub-agent once to answer, and then fails', async () => {
    const ctx = await hostWith()
    const args = { schema: { type: 'object' } }
    const reminded = await runTask(ctx, args, (n) =>
      n === 0 ? { text: 'done' } : { calls: [['respond', { ok: true }]] },
    )
    expect(JSON.parse(reminded.report!)).toEqual({ ok: true })
    const failed = await runTask(ctx, args, () => ({ text: 'done' }))
    expect(failed.call).toMatchObject({ isError: true, error: { code: 'TASK_FAILED' } })
    expect(failed.report).toMatch(/ended twice without calling respond/)
  })

  test('takes an answer that was given in a batch by which the sub-agent reached its limit', async () => {
    const ctx = await hostWith({ limits: { calls: 1 } })
    const { call, report } = await runTask(ctx, { schema: { type: 'object' } }, () => ({
      calls: [
        ['respond', { n: 1 }],
        ['respond', { n: 2 }],
      ],
    }))
    expect(call.isError).toBe(false)
    expect(JSON.parse(report!)).toEqual({ n: 1 })
  })

  test('counts the first answer alone', async () => {
    const ctx = await hostWith()
    const { report } = await runTask(ctx, { schema: { type: 'object' } }, () => ({
      calls: [
        ['respond', { n: 1 }],
        ['respond', { n: 2 }],
      ],
    }))
    expect(JSON.parse(report!)).toEqual({ n: 1 })
  })

  test.each<[string, object, RegExp]>([
    ['an empty prompt', { prompt: ' ' }, /"prompt" must not be empty/],
    ['an empty description', { description: '' }, /"description" must not be empty/],
    [
      'an unknown tool',
      { tools: ['raed'] },
      /"tools\[0\]" is not a tool of yours: "raed"; did you mean read\?/,
    ],
    ['the transport of programs', { tools: ['run_code'] }, /is not a tool of yours: "run_code"/],
    ['a schema of no object', { schema: { type: 'array' } }, /"schema": schema\.type must be "object"/],
    [
      'a schema that is none',
      { schema: { type: 'object', minimum: 1 } },
      /"schema": .*not a supported keyword/,
    ],
  ])('refuses %s, and starts nobody', async (_, args, problem) => {
    const ctx = await hostWith({}, [toolNamed('read')])
    const { call, events, report } = await runTask(ctx, args, () => ({ text: 'never' }))
    expect(call).toMatchObject({ isError: true, error: { code: 'INVALID_ARGS' } })
    expect(report).toMatch(problem)
    expect(dataOf(events, 'agent/started')).toEqual([])
  })

  test('fails with the reason where the sub-agent fails, is denied or comes to its limit', async () => {
    const ctx = await hostWith({ limits: { steps: 1 } }, [toolNamed('read')])
    const failed = await runTask(ctx, {}, () => Promise.reject(new Error('the line broke')))
    expect(failed.call.error).toMatchObject({ code: 'TASK_FAILED' })
    expect(failed.report).toMatch(/the sub-agent failed: the line broke/)
    const limited = await runTask(ctx, {}, () => ({ calls: [['read', {}]] }))
    expect(limited.report).toMatch(/the sub-agent reached a limit \(steps\): the limit of 1 step in/)
    ctx.on('agent/pre-step', async (step, next) =>
      step.agent.parent === undefined ? next() : { kind: 'deny', reason: 'not today' },
    )
    const denied = await runTask(ctx, {}, () => ({ text: 'never' }))
    expect(denied.report).toMatch(/the sub-agent was denied its next step: not today/)
  })

  test('ends with its caller: an interrupt reaches the sub-agent, which has ended when the turn ends', async () => {
    const ctx = await hostWith()
    let main: { interrupt(): void } | undefined
    ctx.on('agent/event', (agent, event) => {
      if (event.type === 'agent/started') main = agent
    })
    const { agent, call, events, result } = await runTask(ctx, {}, async (_n, _request, signal) => {
      main!.interrupt()
      expect(signal.aborted).toBe(true)
      return { text: 'part', finish: 'interrupted' }
    })
    expect(result.reason).toBe('interrupted')
    expect(call.isError).toBe(true)
    expect(dataOf(events, 'agent/ended')).toMatchObject([{ reason: 'interrupted' }])
    expect(ctx.agents.all).toEqual([agent])
  })

  test('needs an agent with a session', async () => {
    const ctx = await hostWith()
    const call = { callId: 'c', name: 'task', arguments: { description: 'd', prompt: 'p' } }
    const { signal } = new AbortController()
    const result = await ctx.tools.execute({ ...call, signal, agent: {} })
    expect(result).toMatchObject({ isError: true, error: { info: { code: 'TASK_FAILED' } } })
    expect(await ctx.tools.execute({ ...call, signal })).toMatchObject({ isError: true })
  })

  test('has cards with its title', async () => {
    const ctx = await hostWith()
    const tool = ctx.tools.get('task')!
    const args = { description: 'look\naround', prompt: 'WORK' }
    expect(tool.presentCall!(args)).toMatchObject({ card: 'generic', title: 'task: look around' })
    const content = [{ type: 'text' as const, text: 'x' }]
    expect(tool.presentResult!(args, { content, isError: false })).toEqual({
      card: 'generic',
      title: 'task: look around',
      content,
    })
  })

  test('refuses a depth that makes no sense', async () => {
    const ctx = await agentHost()
    await expect(async () => ctx.plugin(taskTool, { maxDepth: 0 })).rejects.toThrow(
      /maxDepth must be a positive integer/,
    )
  })
})
