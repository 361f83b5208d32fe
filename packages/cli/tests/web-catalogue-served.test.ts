import type {
  About,
  CallValue,
  ProgramSdk,
  ReplayedRules,
  RulesReport,
  ServerEntry,
  StartedSession,
  ToolEntry,
} from '@millrace/web/wire'
import { describe, expect, test } from 'vitest'
import { answers, asked, workbench, type Workbench } from './workbench.ts'

const noRules = { allow: [], ask: [], deny: [] }

async function calls(bench: Workbench, tool: string, args: string) {
  const { id } = await bench.post<StartedSession>('/api/calls', { tool, arguments: args })
  return { id, session: await bench.stream(`/api/sessions/${id}/stream`) }
}

describe('the tools and rules of millrace web', { timeout: 120_000 }, () => {
  test('are what a page makes calls of, which are asked about, recorded and judged again', async () => {
    const bench = await workbench()
    const desk = await bench.stream('/api/desk')
    const tools = await bench.get<readonly ToolEntry[]>('/api/tools')
    expect(tools.find(({ name }) => name === 'bash')).toMatchObject({ permission: 'ask', source: 'built in' })
    const { id, session } = await calls(bench, 'bash', '{"command":"echo by hand"}')
    const question = await asked(desk, 'bash')
    expect(question).toMatchObject({ session: id, callId: 'call' })
    await answers(bench, question, { kind: 'once' })
    await session.event('turn/end')
    expect((await session.event('tool/result')).data).toMatchObject({ isError: false })
    expect(await bench.get<CallValue>(`/api/sessions/${id}/calls/call/value`)).toMatchObject({
      kind: 'value',
      value: { exitCode: 0 },
    })
    expect(await bench.get<RulesReport>('/api/rules')).toMatchObject({ mode: 'default', callsRead: 1 })
    const rules = { ...noRules, deny: ['Bash(echo *)'] }
    const replayed = await bench.post<ReplayedRules>('/api/rules/replay', { rules, mode: 'default' })
    expect(replayed).toMatchObject({
      sessions: [{ id, title: "call bash command='echo by hand'", calls: [{ was: 'ask', would: 'deny' }] }],
      differ: 1,
    })
  })

  test('run programs, whose calls are cards of their own', async () => {
    const bench = await workbench()
    expect((await bench.get<ProgramSdk>('/api/sdk')).declarations).toContain('declare const tools')
    const code = 'return (await tools.read({ path: "notes.md" })).kind'
    const { id } = await bench.post<StartedSession>('/api/programs', { code })
    const session = await bench.stream(`/api/sessions/${id}/stream`)
    await session.event('turn/end')
    expect((await session.event('tool/code-dispatch')).data).toMatchObject({ name: 'read', isError: false })
    const program = session.frames.find(({ event }) => event.type === 'tool/call')
    expect(program?.call).toMatchObject({ title: expect.stringContaining('a program of the workbench') })
  })

  test('go on with nothing once the call of a person is over', async () => {
    const bench = await workbench([], { script: ['I am a model.'] })
    const { id, session } = await calls(bench, 'read', '{"path":"notes.md"}')
    await session.event('turn/end')
    await bench.post(`/api/sessions/${id}/messages`, { text: 'and now?' })
    await session.event('turn/end', ({ data }) => data.turn === 2)
    expect(session.events.filter(({ type }) => type === 'tool/call')).toHaveLength(1)
  })

  test('change with the mode, which asks nobody only where the operator allows that', async () => {
    const bench = await workbench()
    await bench.post('/api/mode', { mode: 'plan' })
    expect(await bench.get<About>('/api/about')).toMatchObject({ mode: 'plan' })
    expect(await bench.post('/api/rules/test', { call: 'Bash(make)' })).toMatchObject({ verdict: 'deny' })
    expect(await bench.refusal('/api/mode', { mode: 'bypass' })).toMatchObject({ code: 'MODE_NOT_ALLOWED' })
    expect(await bench.get<readonly ServerEntry[]>('/api/servers')).toEqual([])
  })

  test.each([
    ['/api/calls', { tool: 'raed', arguments: '{}' }, 'UNKNOWN_TOOL', 'did you mean read?'],
    ['/api/calls', { tool: 'read', arguments: '{' }, 'INVALID_ARGS', 'for example: {"path":'],
    ['/api/programs', { code: ' ' }, 'BAD_REQUEST', undefined],
    ['/api/rules/test', { call: 'Bash(' }, 'PERMISSION_RULE_INVALID', undefined],
    ['/api/servers/nobody/restart', {}, 'SERVER_NOT_FOUND', 'there are none here'],
  ])('say what is wrong with %s %j', async (path, body, code, hint) => {
    const bench = await workbench()
    const refused = await bench.refusal(path, body)
    expect(refused).toMatchObject({ status: expect.any(Number), code })
    expect(refused.status).toBeLessThan(500)
    if (hint !== undefined) expect(refused.hints?.join('\n')).toContain(hint)
  })
})
