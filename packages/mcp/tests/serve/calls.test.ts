import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { bench, eras, tool } from './server-bench.ts'

const sum = tool('sum', {
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  output: {
    schema: { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] },
    render: (_args, value) => [{ type: 'text', text: `the sum is ${(value as { sum: number }).sum}` }],
  },
  execute: async (args) => {
    const { a, b } = args as { a?: unknown; b?: unknown }
    if (!Number.isInteger(a) || !Number.isInteger(b)) throw new Error('give two integers')
    return { sum: (a as number) + (b as number) }
  },
})

const list = tool('list', {
  output: {
    schema: { type: 'array', items: { type: 'integer' } },
    render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }],
  },
  execute: async () => [1, 2, 3],
})

describe.each(eras)('to a client of the %s era', (era) => {
  test('tools are listed by name, with schemas, titles and hints', async () => {
    const { connect } = await bench({
      tools: [tool('write_it', { effects: 'other' }), sum, tool('edit', { effects: 'idempotent' })],
    })
    const client = await connect(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['edit', 'Edit'],
      ['sum', 'Sum'],
      ['write_it', 'Write it'],
    ])
    const [edit, added, written] = tools
    expect(added).toMatchObject({
      description: 'Adds two numbers.',
      inputSchema: { type: 'object', required: ['a', 'b'], additionalProperties: false },
      outputSchema: { type: 'object', required: ['sum'] },
      annotations: { readOnlyHint: true, destructiveHint: false },
    })
    expect(edit?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    })
    expect(written?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
    })
    expect(written?.outputSchema).toBeUndefined()
    expect(await client.listTools()).toEqual(await client.listTools())
  })

  test('more tools than a page has come in pages, none twice and none left out', async () => {
    const names = Array.from({ length: 1_100 }, (_, at) => `t${String(at).padStart(4, '0')}`)
    const { connect } = await bench({ tools: names.toReversed().map((name) => tool(name)) })
    const client = await connect(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(names)
    await expect(client.request({ method: 'tools/list', params: { cursor: '!' } })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('a call goes through the pipeline as its own agent, and its value comes back', async () => {
    const { ctx, connect, clients } = await bench({ tools: [sum] })
    const seen = vi.fn()
    ctx.on('tools/pre-execute', (exec, next) => {
      seen(exec.agent, exec.callId)
      return next()
    })
    const [one, other] = [await connect(era), await connect(era)]
    const result = await one.callTool({ name: 'sum', arguments: { a: 2, b: 3 } })
    await other.callTool({ name: 'sum', arguments: { a: 2, b: 3 } })
    await one.callTool({ name: 'sum', arguments: { a: 2, b: 3 } })
    expect(result).toMatchObject({
      structuredContent: { sum: 5 },
      content: [{ type: 'text', text: 'the sum is 5' }],
    })
    const agents = clients.map(({ agent }) => agent)
    expect(seen.mock.calls.map(([agent]) => agents.indexOf(agent))).toEqual([0, 1, 0])
    expect(new Set(seen.mock.calls.map(([, id]) => id as string)).size).toBe(3)
    expect(clients[0]?.facts).toMatchObject({ era, name: 'test-client', version: '0.0.1' })
  })

  test('a value that is no object comes as the era can carry it', async () => {
    const { connect } = await bench({ tools: [list] })
    const client = await connect(era)
    const { tools } = await client.listTools()
    const { structuredContent } = await client.callTool({ name: 'list' })
    expect(tools[0]?.outputSchema?.type).toBe(era === 'legacy' ? 'object' : 'array')
    expect(structuredContent).toEqual(era === 'legacy' ? { result: [1, 2, 3] } : [1, 2, 3])
  })

  test('without structured content, results are what models read', async () => {
    const { connect } = await bench({ tools: [sum], structured: false })
    const client = await connect(era)
    expect((await client.listTools()).tools[0]?.outputSchema).toBeUndefined()
    expect(await client.callTool({ name: 'sum', arguments: { a: 1, b: 1 } })).not.toHaveProperty(
      'structuredContent',
    )
  })

  verifies(['fault:B011'], 'a call without arguments runs with none', async () => {
    const { connect } = await bench({ tools: [tool('echo')] })
    const client = await connect(era)
    expect(await client.request({ method: 'tools/call', params: { name: 'echo' } })).toMatchObject({
      content: [{ type: 'text', text: '{}' }],
    })
  })

  test('an unknown tool is an error of the protocol, and names the one that was meant', async () => {
    const { connect } = await bench({ tools: [sum] })
    const client = await connect(era)
    await expect(client.callTool({ name: 'sums' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('did you mean "sum"?') as string,
    })
  })

  test('a failure, and a denial, are results that say why', async () => {
    const { ctx, connect } = await bench({
      tools: [sum, tool('rm')],
      hint: ({ name, result }) =>
        result.error?.message.includes('no rm') === true ? `advice on ${name}` : undefined,
    })
    ctx.tools.guard(({ name }) => (name === 'rm' ? 'no rm here' : undefined))
    const client = await connect(era)
    const failed = await client.callTool({ name: 'sum', arguments: { a: 'x' } })
    expect(failed).toMatchObject({ isError: true })
    expect(JSON.stringify(failed.content)).toContain('give two integers')
    const denied = await client.callTool({ name: 'rm' })
    expect(denied).toMatchObject({ isError: true })
    expect(JSON.stringify(denied.content)).toMatch(/no rm here.*advice on rm/)
  })

  test('pictures, sound, resources and links arrive as such', async () => {
    const data = 'aGk='
    const content = [
      { type: 'image' as const, data, mimeType: 'image/png' },
      { type: 'audio' as const, data, mimeType: 'audio/wav' },
      { type: 'resource' as const, resource: { uri: 'a:b', text: 'words', mimeType: 'text/plain' } },
      { type: 'resource' as const, resource: { uri: 'a:c', blob: data } },
      { type: 'resource_link' as const, uri: 'a:d', name: 'd', description: 'the d' },
    ]
    const { connect } = await bench({
      tools: [tool('media', { output: { schema: { type: 'string' }, render: () => content } })],
    })
    const client = await connect(era)
    expect((await client.callTool({ name: 'media' })).content).toEqual(content)
  })

  test('progress comes with rising numbers, and only to whoever asked for it', async () => {
    const steps = tool('steps', {
      execute: async (_args, exec) => {
        for (const news of [{ done: 1, total: 3, text: 'one' }, { text: 'still' }, { done: 3, total: 3 }]) {
          exec.reportProgress(news)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        return 'done'
      },
    })
    const { connect } = await bench({ tools: [steps] })
    const client = await connect(era)
    const onprogress = vi.fn()
    await client.callTool({ name: 'steps' }, { onprogress })
    await client.callTool({ name: 'steps' })
    expect(onprogress.mock.calls.map(([news]) => news as object)).toEqual([
      { progress: 1, total: 3, message: 'one' },
      { progress: 2, message: 'still' },
      { progress: 3, total: 3 },
    ])
  })

  test('cancellation reaches the tool, and so does the end of the client', async () => {
    const started = vi.fn()
    const ended = vi.fn()
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
    const { connect, clients } = await bench({ tools: [slow] })
    const client = await connect(era)
    const controller = new AbortController()
    const call = client.callTool({ name: 'slow' }, { signal: controller.signal })
    await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    controller.abort()
    await expect(call).rejects.toThrow()
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    const left = client.callTool({ name: 'slow' }).catch(() => 'gone')
    await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2), { timeout: 20_000 })
    await client.close()
    expect(await left).toBe('gone')
    await vi.waitFor(() => expect([ended.mock.calls.length, clients[0]?.gone]).toEqual([2, true]), {
      timeout: 20_000,
    })
  })

  test('clients hear once that tools have changed', async () => {
    const { ctx, connect } = await bench({ tools: [sum] })
    const client = await connect(era)
    const changed = vi.fn()
    client.setNotificationHandler('notifications/tools/list_changed', changed)
    if (era === 'modern') await client.listen({ toolsListChanged: true })
    await client.listTools()
    ctx.tools.register(tool('late'))
    ctx.tools.register(tool('later'))
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['late', 'later', 'sum'])
  })
})
