import { Context } from '@deepseek-ai/cordis'
import {
  Client,
  InMemoryTransport,
  type ClientCapabilities,
  type ElicitRequest,
  type ElicitResult,
} from '@modelcontextprotocol/client'
import { approval } from '@millrace/policies/approval'
import { messageOf } from '@millrace/protocol'
import { createScope } from '@millrace/scope'
import { ToolRuntime, type Agent, type ToolDefinition } from '@millrace/tools'
import { onTestFinished } from 'vitest'
import { serveTransport, ToolServer, type ClientFacts, type ServeOptions } from '../../src/server.ts'

/** The generations of the protocol, each as a client asks for it. */
export const eras = ['legacy', 'modern'] as const
export type Era = (typeof eras)[number]

/** What a test may set. */
export interface BenchOptions extends Partial<Omit<ServeOptions, 'ctx'>> {
  readonly tools?: readonly ToolDefinition[]
  /** Calls of these tools are asked about. */
  readonly asks?: readonly string[]
}

/** A context with tools that are served, and its clients. */
export interface Bench {
  readonly ctx: Context
  readonly server: ToolServer
  /** The clients as they were taken in, and which have gone. */
  readonly clients: { readonly facts: ClientFacts; readonly agent: Agent; gone: boolean }[]
  readonly warnings: string[]
  readonly connect: (era: Era, options?: ConnectOptions) => Promise<Client>
}

/** A client of a test. */
export interface ConnectOptions {
  readonly capabilities?: ClientCapabilities
  /** Answers what it is asked. */
  readonly elicit?: (
    params: ElicitRequest['params'],
    signal: AbortSignal,
  ) => ElicitResult | Promise<ElicitResult>
}

/** Serves tools by the real SDK, in memory. */
export async function bench({ tools = [], asks = [], ...options }: BenchOptions = {}): Promise<Bench> {
  const ctx = new Context()
  const runtime = new ToolRuntime(ctx)
  for (const tool of tools) runtime.register(tool)
  await ctx.plugin(approval, {
    suggest: (execution) => [[`Tool(${execution.name})`]],
    remember: () => {},
  })
  ctx.on('tools/pre-execute', async (exec, next) => {
    const decision = await next()
    return asks.includes(exec.name) && decision.kind === 'allow'
      ? { kind: 'ask', reason: 'a rule says so' }
      : decision
  })
  const clients: Bench['clients'] = []
  const warnings: string[] = []
  const server = new ToolServer({
    ctx,
    name: 'bench',
    version: '1.2.3',
    warn: (message, error) =>
      warnings.push(error === undefined ? message : `${message}: ${messageOf(error)}`),
    openClient: (facts) => {
      const agent: Agent = {}
      const scope = createScope(ctx, agent)
      const client = { facts, agent, gone: false }
      clients.push(client)
      return {
        agent,
        close: async () => {
          client.gone = true
          await scope.dispose()
        },
      }
    },
    ...options,
  })
  ctx.get('approval')?.addFrontEnd(server.approvals)
  onTestFinished(() => server.close())
  return { ctx, server, clients, warnings, connect: (era, how = {}) => connected(server, era, how) }
}

async function connected(
  server: ToolServer,
  era: Era,
  { capabilities, elicit }: ConnectOptions,
): Promise<Client> {
  const [theirs, ours] = InMemoryTransport.createLinkedPair()
  await serveTransport(server, ours as never)
  const client = clientOf(era, {
    ...(capabilities !== undefined && { capabilities }),
    ...(elicit !== undefined && { elicit }),
  })
  await client.connect(theirs)
  onTestFinished(() => client.close())
  return client
}

/** A client of the SDK that asks for an era. */
export function clientOf(
  era: Era,
  { capabilities, elicit }: ConnectOptions = {},
  name: string = 'test-client',
): Client {
  const client = new Client(
    { name, version: '0.0.1' },
    {
      capabilities: capabilities ?? (elicit === undefined ? {} : { elicitation: { form: {} } }),
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  if (elicit !== undefined)
    client.setRequestHandler('elicitation/create', (request, { mcpReq }) =>
      elicit(request.params, mcpReq.signal),
    )
  return client
}

/** A tool that answers with its arguments as text, unless something else is said. */
export function tool(name: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: `The ${name} tool.`,
    parameters: { type: 'object', properties: {} },
    output: {
      schema: { type: 'string' },
      render: (_args, value) => [{ type: 'text', text: typeof value === 'string' ? value : '' }],
    },
    effects: 'none',
    execute: async (args) => JSON.stringify(args),
    ...more,
  }
}
