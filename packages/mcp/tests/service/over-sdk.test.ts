import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { retry } from '@millrace/policies/retry'
import { connectOver, type Connect } from '@millrace/mcp'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { setupMcp } from '../support/setup-mcp.ts'

const types = {
  type: 'object',
  properties: {
    number: { type: 'number' },
    object: { type: 'object' },
    list: { type: 'array' },
    yes: { type: 'boolean' },
    nothing: { type: 'null' },
    text: { type: 'string' },
  },
}

/** A server of the SDK in this process, and the messages that it was sent. */
function sdkServer(): {
  readonly connect: Connect
  readonly frames: JSONRPCMessage[]
  readonly cancelled: unknown[]
} {
  const frames: JSONRPCMessage[] = []
  const cancelled: unknown[] = []
  const connect: Connect = async (name, _config, options, signal) => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const server = new Server({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({
      tools: ['echo', 'slow', 'wait'].map((tool) => ({
        name: tool,
        inputSchema: types as { type: 'object' },
      })),
    }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const { name: tool, arguments: args, _meta } = params
      if (tool === 'wait') {
        await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve))
        cancelled.push(tool)
      }
      const progressToken = _meta?.progressToken
      for (let progress = 1; tool === 'slow' && progress <= 3 && progressToken !== undefined; progress += 1) {
        const said = { progressToken, progress, total: 3, message: `step ${progress}` }
        await mcpReq.notify({ method: 'notifications/progress', params: said })
      }
      return { content: [{ type: 'text', text: JSON.stringify(args) }] }
    })
    await server.connect(far)
    const { onmessage } = far
    far.onmessage = (message, extra) => {
      frames.push(message)
      onmessage?.(message, extra)
    }
    return connectOver(name, near, {}, options, signal)
  }
  return { connect, frames, cancelled }
}

describe('a server that speaks the protocol', () => {
  verifies(['fault:B007'], 'gets arguments as they are, and nothing as text', async () => {
    const { connect, frames } = sdkServer()
    const { ctx, call } = await setupMcp({}, { connect })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const args = {
      number: 1.5,
      object: { a: [1, '2'] },
      list: [true, null],
      yes: false,
      nothing: null,
      text: '[1,2]',
    }
    expect(await call('mcp__x__echo', args)).toMatchObject({ isError: false, value: JSON.stringify(args) })
    const [frame] = frames.filter((each) => 'method' in each && each.method === 'tools/call')
    expect(frame).toMatchObject({ params: { name: 'echo', arguments: args } })
    for (const wrong of [{ number: '1.5' }, { list: '[1]' }, { yes: 'true' }, { object: '{}' }]) {
      expect(await call('mcp__x__echo', wrong)).toMatchObject({ error: { info: { code: 'INVALID_ARGS' } } })
    }
  })

  test('tells how a call goes', async () => {
    const { connect } = sdkServer()
    const { ctx, call } = await setupMcp({}, { connect })
    const news: unknown[] = []
    ctx.on('tools/progress', (_exec, progress) => void news.push(progress))
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    expect(await call('mcp__x__slow', {})).toMatchObject({ isError: false })
    expect(news.at(-1)).toEqual({ text: 'step 3', done: 3, total: 3 })
  })

  verifies(['fault:B042'], 'hears that a call was cancelled, which ends at once', async () => {
    const { connect, frames, cancelled } = sdkServer()
    const { ctx, call } = await setupMcp({}, { connect })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const controller = new AbortController()
    const running = call('mcp__x__wait', {}, { signal: controller.signal })
    const methods = (): unknown[] => frames.map((each) => ('method' in each ? each.method : undefined))
    await expect.poll(methods).toContain('tools/call')
    controller.abort()
    expect(await running).toMatchObject({ isError: true, error: { info: { code: 'ABORTED' } } })
    await expect.poll(() => cancelled).toEqual(['wait'])
    const [asked] = frames.filter((each) => 'method' in each && each.method === 'tools/call')
    const [told] = frames.filter((each) => 'method' in each && each.method === 'notifications/cancelled')
    expect(told).toMatchObject({ params: { requestId: asked && 'id' in asked ? asked.id : 'no call' } })
  })
})

describe('a call that fails', () => {
  test('is not made again by a policy of retries', async () => {
    const x = scriptedServer({ name: 'a', annotations: { idempotentHint: true, readOnlyHint: true } })
    x.answer = () => Promise.reject(new Error('odd'))
    const { ctx, call } = await setupMcp({ x })
    await ctx.plugin(retry, { attempts: 5, baseMs: 0 })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    expect(await call('mcp__x__a')).toMatchObject({ isError: true, error: { message: 'odd' } })
    x.answer = async () => {
      x.crash()
      return new Promise(() => {})
    }
    expect(await call('mcp__x__a')).toMatchObject({ error: { info: { code: 'MCP_CONNECTION_LOST' } } })
    expect(x.calls).toHaveLength(2)
  })
})

describe('the address of the client', () => {
  test('loads nothing of the SDK before a connection is made', () => {
    const start = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
    const seen = new Set<string>()
    const foreign = new Set<string>()
    for (const waiting = [start]; waiting.length > 0;) {
      const file = waiting.pop() ?? ''
      if (seen.has(file)) continue
      seen.add(file)
      for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
        /^(?:import|export) (?!type\b)(?:[^;]*? from )?'([^']+)'$/gmu,
      )) {
        if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier))
        else foreign.add(specifier)
      }
    }
    expect([...seen].every((file) => existsSync(file))).toBe(true)
    expect(seen.size).toBeGreaterThan(20)
    expect([...foreign].filter((each) => !/^(?:node:|@millrace\/|@deepseek-ai\/cordis$)/.test(each))).toEqual(
      [],
    )
  })
})
