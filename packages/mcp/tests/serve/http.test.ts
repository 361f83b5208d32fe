import { describe, expect, test, vi } from 'vitest'
import { serveHttp } from '../../src/server.ts'
import { httpBench, token } from './http-bench.ts'
import { bench, eras, tool } from './server-bench.ts'

const accept = { action: 'accept' as const, content: { answer: 'allow once' } }

describe.each(eras)('by HTTP, a client of the %s era', (era) => {
  test('lists and calls, with progress', async () => {
    const steps = tool('steps', {
      execute: async (_args, exec) => {
        exec.reportProgress({ done: 1, total: 2, text: 'half' })
        await new Promise((resolve) => setTimeout(resolve, 20))
        return 'done'
      },
    })
    const { connect, clients } = await httpBench({ tools: [steps] })
    const client = await connect(era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['steps'])
    const onprogress = vi.fn()
    const result = await client.callTool({ name: 'steps' }, { onprogress })
    expect(result.content).toEqual([{ type: 'text', text: 'done' }])
    expect(onprogress).toHaveBeenCalledWith({ progress: 1, total: 2, message: 'half' })
    expect(clients).toHaveLength(1)
  })

  test('is asked, and its answer counts', async () => {
    const { connect } = await httpBench({ tools: [tool('bash')], asks: ['bash'] })
    const elicit = vi.fn(() => accept)
    const client = await connect(era, { elicit })
    expect((await client.callTool({ name: 'bash' })).isError ?? false).toBe(false)
    expect(elicit).toHaveBeenCalledTimes(1)
    const silent = await connect(era, {}, 'silent')
    expect(await silent.callTool({ name: 'bash' })).toMatchObject({ isError: true })
  })

  test('cancels what it gives up', async () => {
    const [started, ended] = [vi.fn(), vi.fn()]
    const slow = tool('slow', {
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          started()
          signal.addEventListener('abort', () => {
            ended()
            reject(new Error('stopped'))
          })
        }),
    })
    const { connect } = await httpBench({ tools: [slow] })
    const client = await connect(era)
    const controller = new AbortController()
    const call = client.callTool({ name: 'slow' }, { signal: controller.signal })
    await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    controller.abort()
    await expect(call).rejects.toThrow()
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  })

  test('hears that tools have changed', async () => {
    const { ctx, connect } = await httpBench({ tools: [tool('a')] })
    const client = await connect(era)
    const changed = vi.fn()
    client.setNotificationHandler('notifications/tools/list_changed', changed)
    if (era === 'modern') await client.listen({ toolsListChanged: true })
    await client.listTools()
    await vi.waitFor(
      async () => {
        const undo = ctx.tools.register(tool('b'))
        await new Promise((resolve) => setTimeout(resolve, 50))
        undo()
        expect(changed).toHaveBeenCalled()
      },
      { timeout: 20_000 },
    )
  })

  test('has an agent of its own', async () => {
    const { connect, clients } = await httpBench({ tools: [tool('a')] })
    const [one, other] = [await connect(era, {}, 'one'), await connect(era, {}, 'other')]
    for (const client of [one, other, one]) await client.callTool({ name: 'a' })
    expect(clients.map(({ facts }) => facts.name)).toEqual(['one', 'other'])
  })
})

describe('a session of the legacy era', () => {
  test('ends when its client ends it, and its calls with it', async () => {
    const { connect, clients } = await httpBench({ tools: [tool('a')] })
    const client = await connect('legacy')
    await client.callTool({ name: 'a' })
    const transport = client.transport as unknown as { terminateSession(): Promise<void> }
    await transport.terminateSession()
    await vi.waitFor(() => expect(clients[0]?.gone).toBe(true), { timeout: 20_000 })
    await expect(client.callTool({ name: 'a' })).rejects.toThrow()
  })

  test('ends when it is idle for long, and makes room for another one', async () => {
    const { connect, clients } = await httpBench({ tools: [tool('a')] }, { maxSessions: 2 })
    for (const name of ['one', 'two', 'three']) {
      const client = await connect('legacy', {}, name)
      await client.callTool({ name: 'a' })
    }
    await vi.waitFor(() => expect(clients.map(({ gone }) => gone)).toEqual([true, false, false]), {
      timeout: 20_000,
    })
    const idle = await httpBench({ tools: [tool('a')] }, { idleMs: 3000 })
    await (await idle.connect('legacy')).callTool({ name: 'a' })
    await vi.waitFor(() => expect(idle.clients[0]?.gone).toBe(true), { timeout: 20_000 })
  })
})

test('a token that could be guessed is refused, and an ended server is gone', async () => {
  const { server } = await bench()
  await expect(serveHttp(server, { port: 0, token: 'short' })).rejects.toThrow('32')
  const endpoint = await serveHttp(server, { port: 0, token })
  await expect(serveHttp(server, { port: endpoint.port, token })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await Promise.all([endpoint.close(), endpoint.close()])
  await expect(fetch(endpoint.url)).rejects.toThrow()
})
