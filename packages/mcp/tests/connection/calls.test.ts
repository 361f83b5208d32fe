import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolProgress } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { always, call, connected, machine, program, toolNamed, until, usePrograms } from './support.ts'

usePrograms()

describe('the limits of a call', () => {
  verifies(['fault:B070'], 'are moved by progress, and the ceiling is not', async () => {
    const settings = { idleTimeoutMs: 4000 }
    const free = await connected(program('raw.mjs', [], settings), machine().options)
    const reports: ToolProgress[] = []
    // The progress of one call moves no limit of another.
    const [through] = await Promise.all([
      call(free, 'progress', { times: 5, everyMs: 1000 }, always, reports),
      expect(call(free, 'never')).rejects.toMatchObject({
        code: 'MCP_TIMEOUT',
        message: expect.stringMatching(/no progress for 4000 ms \(idleTimeoutMs\)/),
      }),
    ])
    expect(through.content).toEqual([{ type: 'text', text: 'through' }])
    expect(reports.at(-1)).toEqual({ done: 5, total: 5 })
    await free.close()

    const capped = await connected(
      program('raw.mjs', [], { ...settings, totalTimeoutMs: 3000 }),
      machine().options,
    )
    const begin = performance.now()
    const cut = call(capped, 'progress', { times: 100, everyMs: 100 })
    // Without progress the ceiling holds as well, and other calls go on.
    const silent = call(capped, 'never')
    await Promise.all([
      expect(cut).rejects.toThrow(/within 3000 ms, its limit \(totalTimeoutMs\)/),
      expect(silent).rejects.toThrow(/totalTimeoutMs/),
    ])
    expect(performance.now() - begin).toBeGreaterThanOrEqual(2990)
    expect(await call(capped, 'echo')).toMatchObject({ isError: false })
    await capped.close()
  })

  verifies(['fault:B042'], 'end with a cancellation that reaches the server', async () => {
    const { options, written } = machine()
    const connection = await connected(program('raw.mjs'), options)
    const stop = new AbortController()
    const running = call(connection, 'progress', { times: 30, everyMs: 100 }, stop.signal)
    await until('the call arrived', () => written().includes('"name":"progress"'))
    const id = /"id":(\d+),"method"?|"method":"tools\/call".*?"id":(\d+)/.exec(written())
    expect(id).not.toBeNull()
    const reason = new Error('stopped')
    stop.abort(reason)
    await expect(running).rejects.toBe(reason)
    await until('the server was told', () => written().includes('notifications/cancelled'))
    const frames = written()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { id?: number; method?: string; params?: { requestId?: number } })
    const sent = frames.find(({ method }) => method === 'tools/call')
    const cancelled = frames.find(({ method }) => method === 'notifications/cancelled')
    expect(cancelled?.params?.requestId).toBe(sent?.id)
    // The server goes on and answers, which takes no longer than another such call; that does no harm.
    await call(connection, 'progress', { times: 31, everyMs: 100 })
    expect(await call(connection, 'echo')).toMatchObject({ isError: false })
    await expect(call(connection, 'echo', {}, AbortSignal.abort(reason))).rejects.toBe(reason)
    await connection.close()
  })

  test('are not reached by a flood of progress, of which the last report comes', async () => {
    const connection = await connected(program('raw.mjs'), machine().options)
    const reports: ToolProgress[] = []
    await call(connection, 'flood', { times: 20_000 }, always, reports)
    expect(reports.length).toBeGreaterThan(1)
    expect(reports.length).toBeLessThan(2000)
    expect(reports.at(-1)).toEqual({ done: 20_000 })
    const steps = reports.map(({ done }) => done ?? 0)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    await connection.close()
  })
})

describe('a tool that is called as a task', () => {
  const chore = {
    ...toolNamed('chore'),
    wire: { name: 'chore', inputSchema: {}, execution: { taskSupport: 'required' } },
  }

  test('gives its result, says how it goes, and is cancelled with its call', async () => {
    const { options, written } = machine()
    const config = program('raw.mjs', [], { idleTimeoutMs: 4000 })
    const connection = await connected(config, options)
    const reports: ToolProgress[] = []
    const onProgress = (progress: ToolProgress) => void reports.push(progress)
    const args = { id: 'one', takesMs: 5000 }
    expect(await connection.callTool(chore, args, { signal: always, onProgress })).toEqual({
      content: [{ type: 'text', text: 'done at last' }],
      structured: { id: 'one' },
      isError: false,
    })
    expect(reports[0]).toEqual({ text: 'looked at 1 times' })
    const stop = new AbortController()
    const second = { id: 'two', takesMs: 100_000 }
    const running = connection.callTool(chore, second, { signal: stop.signal, onProgress })
    await until('it runs', () => written().includes('"method":"tasks/result","params":{"taskId":"two"'))
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
    await until('it was cancelled', () =>
      written().includes('"method":"tasks/cancel","params":{"taskId":"two"'),
    )
    await connection.close()
  })
})

describe('what a server tells', () => {
  test('of changes comes once for many', async () => {
    const connection = await connected(program('raw.mjs'), machine().options)
    let told = 0
    const undo = connection.onToolsChanged(() => {
      told++
    })
    await call(connection, 'changes')
    await until('it was told', () => told > 0)
    expect(told).toBe(1)
    undo()
    await call(connection, 'changes')
    await sleep(300)
    expect(told).toBe(1)
    await connection.close()
  })

  test('goes to its log, bounded and escaped', async () => {
    const { options, written } = machine()
    const connection = await connected(program('raw.mjs'), options)
    await call(connection, 'talk', { data: { a: '\u001b[31m' } })
    await call(connection, 'talk', { data: 'y'.repeat(100_000) })
    expect(written()).toContain('info me: {"a":"\\u001b[31m"}\n')
    expect(written()).toContain(`info me: ${'y'.repeat(1000)}`)
    const lines = written().split('\n')
    expect(lines.find((line) => line.startsWith('info me: y'))?.length).toBeLessThan(2100)
    await connection.close()
  })
})

describe('the list of tools', () => {
  const listed = async (mode: string) => {
    const connection = await connected(program('raw.mjs', [mode]), machine().options)
    try {
      return await connection.listTools(always)
    } finally {
      await connection.close()
    }
  }

  verifies(['security:M4'], 'is bounded, however long it goes on', async () => {
    const pages = await listed('pages')
    expect(pages.tools).toHaveLength(64)
    expect(pages.problems).toEqual(['the list of tools has more than 64 pages; the others are left out'])
    const circle = await listed('circle')
    expect(circle.tools).toHaveLength(2)
    expect(circle.problems).toEqual(['the list of tools repeats itself; what comes after is left out'])
    const many = await listed('many')
    expect(many.tools).toHaveLength(5000)
    expect(many.problems).toHaveLength(1)
    const long = await listed('long')
    expect(long.tools).toHaveLength(20)
    expect(long.problems).toHaveLength(1)
  })

  test('keeps what is a tool as it came, and names what is none', async () => {
    const { tools, problems } = await listed('odd')
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['same', 'first'],
      ['whole', undefined],
    ])
    expect(tools[1]).toMatchObject({
      description: '',
      inputSchema: 'none',
      annotations: { destructiveHint: false },
      wire: { title: 7, _meta: { 'x/y': [1] }, unknown: true, annotations: { other: 1 } },
    })
    expect(tools[1]?.annotations).toEqual({ destructiveHint: false })
    expect(problems).toHaveLength(6)
    await expect(listed('none')).rejects.toMatchObject({ code: 'MCP_MALFORMED' })
  })
})
