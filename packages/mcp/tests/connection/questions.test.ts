import { InMemoryTransport, inputRequired, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { JsonObject, JsonValue } from '@millrace/schema'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { connectOver } from '../../src/client/connection/connect-over.ts'
import type { McpConnection } from '../../src/contract/connection.ts'
import type { McpAnswer, McpQuestion, McpQuestions } from '../../src/contract/question.ts'
import { always, call, connected, machine, program, until, usePrograms } from './support.ts'

usePrograms()

/** Answers all questions alike, and keeps them. */
function answering(answer: (question: McpQuestion, signal: AbortSignal) => McpAnswer | Promise<McpAnswer>): {
  questions: McpQuestions
  asked: McpQuestion[]
} {
  const asked: McpQuestion[] = []
  return {
    asked,
    questions: {
      ask: async (question, signal) => {
        asked.push(question)
        return answer(question, signal)
      },
    },
  }
}

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', minLength: 2 },
    age: { type: 'integer', minimum: 0, default: 7 },
    sure: { type: 'boolean' },
    colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
    days: { type: 'array', items: { type: 'string', enum: ['mo', 'tu'] }, minItems: 1 },
    mail: { type: 'string', format: 'email' },
  },
  required: ['name'],
}

const form = (requestedSchema: JsonValue): JsonObject => ({
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema },
})

async function replies(connection: McpConnection, asked: JsonObject[]): Promise<unknown[]> {
  const { content } = await call(connection, 'ask', { asked })
  return JSON.parse((content[0] as { text: string }).text) as unknown[]
}

describe('questions of a server', () => {
  verifies(['security:M5'], 'are refused where nobody was named to answer, as is all else', async () => {
    const { options, written } = machine()
    const connection = await connected(program('raw.mjs'), options)
    const methods = ['elicitation/create', 'sampling/createMessage', 'roots/list', 'resources/read', 'x']
    const got = await replies(
      connection,
      methods.map((method) => ({ method, params: { message: 'm', requestedSchema: schema, messages: [] } })),
    )
    for (const reply of got) expect(reply).toMatchObject({ code: -32601 })
    expect(written()).toContain('"capabilities":{}')
    expect(written()).not.toContain('"elicitation"')
    expect(await replies(connection, [{ method: 'ping' }])).toEqual([{}])
    await connection.close()
  })

  verifies(['security:M5'], 'reach the person, and only a fitting answer goes back', async () => {
    let content: Record<string, JsonValue> = { name: 'Ada', colour: 'r', days: ['mo'] }
    const { questions, asked } = answering(() => ({ action: 'accept', content }))
    const connection = await connected(program('raw.mjs'), machine({ questions }).options)
    expect(await replies(connection, [form(schema)])).toEqual([{ action: 'accept', content }])
    expect(asked).toEqual([
      {
        kind: 'form',
        server: 'test',
        message: 'Who?',
        fields: [
          { name: 'name', title: 'Your name', type: 'text', required: true, limits: { minLength: 2 } },
          { name: 'age', type: 'integer', required: false, default: 7, limits: { minimum: 0 } },
          { name: 'sure', type: 'boolean', required: false },
          { name: 'colour', type: 'choice', required: false, options: [{ value: 'r', title: 'Red' }] },
          {
            name: 'days',
            type: 'choices',
            required: false,
            options: [
              { value: 'mo', title: 'mo' },
              { value: 'tu', title: 'tu' },
            ],
            limits: { minItems: 1 },
          },
          { name: 'mail', type: 'text', required: false, limits: { format: 'email' } },
        ],
      },
    ])
    for (const wrong of [{}, { name: 'A' }, { name: 'Ada', colour: 'g' }, { name: 'Ada', other: 1 }]) {
      content = wrong
      expect(await replies(connection, [form(schema)]), JSON.stringify(wrong)).toEqual([
        { action: 'decline' },
      ])
    }
    await connection.close()
  })

  test('are not asked where they are none, or too many', async () => {
    const { questions, asked } = answering(async (_question, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return { action: 'cancel' }
    })
    const connection = await connected(program('raw.mjs'), machine({ questions }).options)
    const url = (address: string): JsonObject => ({
      method: 'elicitation/create',
      params: { mode: 'url', message: 'm', url: address, elicitationId: '1' },
    })
    const nested = { type: 'object', properties: { o: { type: 'object', properties: {} } } }
    const got = await replies(connection, [form(nested), url('file:///etc/passwd'), url('https://a:b@x.y/')])
    for (const reply of got) expect(reply).not.toMatchObject({ action: 'accept' })
    expect(asked).toEqual([])
    const stop = new AbortController()
    const many = call(
      connection,
      'ask',
      { asked: Array.from({ length: 10 }, () => form(schema)) },
      stop.signal,
    )
    await until('some were asked', () => asked.length > 0)
    expect(asked.length).toBeLessThanOrEqual(3)
    // The question ends with the call.
    stop.abort()
    await expect(many).rejects.toThrow()
    expect(await call(connection, 'echo')).toMatchObject({ isError: false })
    await connection.close()
  })

  test('keep no idle limit running while the person thinks', async () => {
    const { questions } = answering(async () => {
      await new Promise((resolve) => setTimeout(resolve, 4000))
      return { action: 'accept', content: { name: 'Ada' } }
    })
    const config = program('raw.mjs', [], { idleTimeoutMs: 3000 })
    const connection = await connected(config, machine({ questions }).options)
    expect(await replies(connection, [form(schema)])).toMatchObject([{ action: 'accept' }])
    await connection.close()
  })
})

describe('a server of the newer generation', () => {
  const build = () => {
    const server = new Server(
      { name: 'newer', version: '2' },
      { capabilities: { tools: { listChanged: true } } },
    )
    server.setRequestHandler('tools/list', () => ({
      tools: [{ name: 'ask', inputSchema: { type: 'object' } }],
    }))
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      if (params.name === 'odd') return { content: [{ type: 'text', text: 'to be altered' }] }
      if (params.name === 'smuggle') return { content: [{ type: 'text', text: 'smuggled' }] }
      const answer = mcpReq.inputResponses?.['who']
      if (answer !== undefined) return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
      const method = params.name === 'sample' ? 'roots/list' : 'elicitation/create'
      return inputRequired({
        inputRequests: {
          who: { method, params: { mode: 'form', message: 'Who?', requestedSchema: schema } } as never,
        },
      })
    })
    return server
  }

  const servers: Server[] = []
  const open = async (questions?: McpQuestions): Promise<McpConnection> => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const send = theirs.send.bind(theirs)
    // The SDK would not let a server send such things.
    theirs.send = (message, options) => {
      const text = JSON.stringify(message)
      const altered = text.includes('"text":"smuggled"')
        ? {
            ...message,
            result: { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } },
          }
        : JSON.parse(text.replace('{"type":"text","text":"to be altered"}', '{"type":"new"}'))
      return send(altered, options)
    }
    serveStdio(() => servers[servers.push(build()) - 1] as Server, { transport: theirs })
    return connectOver('newer', ours, {}, questions === undefined ? {} : { questions }, always)
  }

  test('gets the answer in the course of the same call', async () => {
    const { questions, asked } = answering(() => ({ action: 'accept', content: { name: 'Ada' } }))
    const connection = await open(questions)
    expect(connection.facts).toEqual({
      era: 'modern',
      protocolVersion: '2026-07-28',
      name: 'newer',
      version: '2',
    })
    expect((await connection.listTools(always)).tools).toHaveLength(1)
    const { content } = await call(connection, 'ask')
    expect(content).toEqual([{ type: 'text', text: '{"action":"accept","content":{"name":"Ada"}}' }])
    expect(asked).toHaveLength(1)
    await expect(call(connection, 'sample')).rejects.toMatchObject({ code: 'MCP_SERVER_ERROR' })
    await expect(call(connection, 'smuggle')).rejects.toMatchObject({ code: 'MCP_MALFORMED' })
    await connection.close()
  })

  test('tells of changed tools', async () => {
    const connection = await open()
    let told = 0
    connection.onToolsChanged(() => {
      told++
    })
    await until('it was told', async () => {
      await servers.at(-1)?.sendToolListChanged()
      return told > 0
    })
    await connection.close()
  })

  verifies(['fault:B081'], 'may send blocks that nobody knows', async () => {
    const connection = await open()
    expect((await call(connection, 'odd')).content).toEqual([{ type: 'new' }])
    await expect(call(connection, 'ask')).rejects.toMatchObject({ code: 'MCP_SERVER_ERROR' })
    await connection.close()
  })
})
