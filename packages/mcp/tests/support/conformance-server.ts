import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Context } from '@deepseek-ai/cordis'
import { text, type ContentBlock } from '@millrace/protocol'
import { createScope } from '@millrace/scope'
import { ToolRuntime, type Agent, type ToolDefinition, type ToolRunContext } from '@millrace/tools'
import { serveHttp, ToolServer, type ElicitOptions, type Elicitation } from '../../src/server.ts'

/** A server with the tools that the official conformance suite asks for. */
export interface ConformanceServer {
  /** The suite knows no tokens, so something that adds one stands before the server. */
  readonly url: string
  close(): Promise<void>
}

const token = 'conformance-suite-conformance-suite'

/** Starts it on free ports of this machine. */
export async function conformanceServer(): Promise<ConformanceServer> {
  const ctx = new Context()
  const runtime = new ToolRuntime(ctx)
  const server: ToolServer = new ToolServer({
    ctx,
    name: 'millrace-conformance',
    version: '1.0.0',
    openClient: () => {
      const agent: Agent = {}
      const scope = createScope(ctx, agent)
      return { agent, close: () => scope.dispose() }
    },
  })
  const ask: Ask = (params, exec, more = {}) =>
    server.elicit(params, exec.signal, { ...more, execution: exec })
  for (const tool of [...plainTools, ...askingTools(ask), changingTool(runtime)]) runtime.register(tool)
  const endpoint = await serveHttp(server, { port: 0, token })
  const door = await openDoor(endpoint.port)
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`,
    close: async () => {
      door.close()
      door.closeAllConnections()
      await endpoint.close()
      await server.close()
    },
  }
}

/** Adds the token, and puts the right port in the place of its own. Nothing else of a request changes. */
async function openDoor(port: number): Promise<Server> {
  const door: Server = createServer((incoming, outgoing) => {
    const own = `:${(door.address() as AddressInfo).port}`
    const moved = (value = ''): string =>
      value.endsWith(own) ? `${value.slice(0, -own.length)}:${port}` : value
    const { host, origin, ...others } = incoming.headers
    const headers = {
      ...others,
      host: moved(host),
      ...(origin !== undefined && { origin: moved(origin) }),
      authorization: `Bearer ${token}`,
    }
    const { method, url: path } = incoming
    const outer = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    outer.on('error', () => outgoing.destroy())
    outgoing.on('close', () => outer.destroy())
    incoming.pipe(outer)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', () => resolve()))
  return door
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

function tool(name: string, more: Partial<ToolDefinition>): ToolDefinition {
  return {
    name,
    description: `For the conformance suite: ${name}.`,
    parameters: { type: 'object', properties: {} },
    output: { schema: { type: 'string' }, render: (_args, value) => [text(value as string)] },
    effects: 'none',
    execute: async () => 'done',
    ...more,
  }
}

function showing(name: string, ...content: ContentBlock[]): ToolDefinition {
  return tool(name, { output: { schema: { type: 'string' }, render: () => content } })
}

const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const

/** Changes the list of tools, for a while. */
function changingTool(runtime: ToolRuntime): ToolDefinition {
  return tool('test_trigger_tool_change', {
    execute: async () => {
      const undo = runtime.register(showing('test_passing_tool', text('passing')))
      setTimeout(undo, 100)
      return 'The list has changed.'
    },
  })
}

const plainTools: readonly ToolDefinition[] = [
  showing('test_simple_text', text('This is a simple text response for testing.')),
  showing('test_image_content', image),
  showing('test_audio_content', { type: 'audio', data: silence, mimeType: 'audio/wav' }),
  showing('test_embedded_resource', {
    type: 'resource',
    resource: {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  }),
  showing('test_multiple_content_types', text('Multiple content types test:'), image, {
    type: 'resource',
    resource: {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: '{"test":"data","value":123}',
    },
  }),
  tool('test_error_handling', {
    execute: () => Promise.reject(new Error('This tool intentionally returns an error for testing')),
  }),
  tool('test_tool_with_progress', {
    execute: async (_args, exec) => {
      for (const done of [0, 50, 100]) {
        exec.reportProgress({ done, total: 100 })
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return 'done'
    },
  }),
  tool('json_schema_2020_12_tool', {
    description: 'Tool with JSON Schema 2020-12 features',
    parameters: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'address',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }, { type: 'object' }] }],
      anyOf: [{ type: 'object' }],
      if: { required: ['address'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { type: 'object' },
      else: { type: 'object' },
      additionalProperties: false,
    } as ToolDefinition['parameters'],
  }),
]

type Ask = (
  params: Elicitation,
  exec: ToolRunContext,
  more?: Omit<ElicitOptions, 'execution'>,
) => Promise<unknown>

function askingTools(ask: Ask): ToolDefinition[] {
  const asking = (
    name: string,
    properties: object,
    required: string[],
    more: Partial<ToolDefinition> = {},
  ): ToolDefinition =>
    tool(name, {
      ...more,
      execute: async (args, exec) => {
        const { message = 'Please provide your information' } = args as { message?: string }
        const requestedSchema = { type: 'object', properties, required } as never
        return `User response: ${JSON.stringify(await ask({ mode: 'form', message, requestedSchema }, exec))}`
      },
    })
  /** Asks for a text, or a yes, and gives back what came. */
  const one = async (
    exec: ToolRunContext,
    key: string,
    message: string,
    name: string,
    type = 'string',
  ): Promise<unknown> => {
    const requestedSchema = { type: 'object', properties: { [name]: { type } }, required: [name] } as never
    const answer = (await ask({ mode: 'form', message, requestedSchema }, exec, { key, required: true })) as {
      content?: Record<string, unknown>
    } | null
    return answer?.content?.[name]
  }
  const rounds = (name: string, execute: (exec: ToolRunContext) => Promise<string>): ToolDefinition =>
    tool(`test_input_required_result_${name}`, { execute: (_args, exec) => execute(exec) })
  const confirmed = async (exec: ToolRunContext): Promise<string> => {
    const isOk = await one(exec, 'confirm', 'Please confirm', 'ok', 'boolean')
    return `state-ok ${String(isOk)}`
  }
  const titled = (words: readonly string[]): object[] =>
    words.map((title, at) => ({ const: `value${at + 1}`, title }))
  const options = ['option1', 'option2', 'option3']
  return [
    rounds(
      'elicitation',
      async (exec) => `Hello, ${String(await one(exec, 'user_name', 'What is your name?', 'name'))}!`,
    ),
    tool('test_missing_capability', { execute: (_args, exec) => confirmed(exec) }),
    tool('test_streaming_elicitation', { execute: (_args, exec) => confirmed(exec) }),
    tool('test_logging_tool', {}),
    rounds('request_state', confirmed),
    rounds('tampered_state', confirmed),
    rounds('capabilities', confirmed),
    rounds('multi_round', async (exec) => {
      const name = await one(exec, 'step1', 'Step 1: What is your name?', 'name')
      const color = await one(exec, 'step2', 'Step 2: What is your favorite color?', 'color')
      return `${String(name)} likes ${String(color)}`
    }),
    asking(
      'test_elicitation',
      {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      ['username', 'email'],
      { parameters: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } },
    ),
    asking(
      'test_elicitation_sep1034_defaults',
      {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
      [],
    ),
    asking(
      'test_elicitation_sep1330_enums',
      {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: {
          type: 'array',
          items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) },
        },
      },
      [],
    ),
  ]
}
