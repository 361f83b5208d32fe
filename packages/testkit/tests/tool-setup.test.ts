import {
  cassette,
  checkHistory,
  recordModel,
  replayModel,
  scriptedModel,
  setup,
  setupAgents,
  testTool,
  type AgentSetup,
  type CassetteEntry,
  type Script,
} from '@millrace/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'

const script: Script = [
  { text: 'I look.', calls: [{ name: 'echo', arguments: { a: 1 } }] },
  { text: 'It says 1.' },
]

async function agents(tool = testTool()): Promise<AgentSetup> {
  const bench = await setupAgents({ tools: [tool] })
  onTestFinished(bench.dispose)
  return bench
}

describe('a set-up', () => {
  test('calls tools for its scope, and keeps what they were called with', async () => {
    const tool = testTool({ returns: 5 })
    const bench = await setup({ tools: [tool] })
    onTestFinished(bench.dispose)
    bench.scope.ctx.on('tools/post-execute', async (exec, _result, next) => {
      expect(exec.agent).toBe(bench.scope.agent)
      return next()
    })
    expect(await bench.call('echo', { a: 1 })).toMatchObject({ value: 5, content: [{ text: '5' }] })
    expect(tool.runs).toMatchObject([{ callId: 'call_1', args: { a: 1 } }])
  })

  test('keeps what is logged', async () => {
    const bench = await setup({
      tools: [testTool({ execute: (_args, exec) => exec.reportProgress(7 as never) })],
    })
    onTestFinished(bench.dispose)
    await bench.call('echo')
    expect(bench.logs).toEqual([expect.stringMatching(/^warn: .*progress report/)])
  })

  test('undoes everything once', async () => {
    const bench = await setup()
    let undone = 0
    bench.scope.ctx.effect(() => () => void undone++)
    await Promise.all([bench.dispose(), bench.dispose()])
    expect(undone).toBe(1)
  })
})

describe('a set-up with agents', () => {
  test('runs a turn by a script, and leaves a history with nothing wrong', async () => {
    const { agent, store } = await agents()
    const someone = await agent(script)
    const { reason, text } = await someone.send('What does it say?')
    const { events } = await store.read(someone.id)
    expect([reason, text, checkHistory(events)]).toEqual(['done', 'It says 1.', []])
  })

  test('runs it again from a recording and a cassette, without the model and the tool', async () => {
    const lines: string[] = []
    const entries: CassetteEntry[] = []
    const first = await agents()
    cassette(first.ctx, { mode: 'record', entries })
    await (await first.agent(recordModel(scriptedModel(script), (line) => lines.push(line)))).send('Go')
    const tool = testTool()
    const second = await agents(tool)
    const tape = cassette(second.ctx, { mode: 'replay', entries })
    const model = replayModel(lines)
    const again = await second.agent(model)
    expect(await again.send('Go')).toMatchObject({ reason: 'done', text: 'It says 1.' })
    expect([tool.runs, model.remaining, tape.unused]).toEqual([[], 0, []])
  })

  test('ends a turn as failed where the script is too short', async () => {
    const { agent } = await agents()
    const someone = await agent([])
    expect(await someone.send('Go')).toMatchObject({ reason: 'failed', code: 'SCRIPT_EXHAUSTED' })
  })
})
