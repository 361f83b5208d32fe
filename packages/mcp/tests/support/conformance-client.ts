import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateDisk } from '@millrace/host'
import { connect } from '../../src/client/connection/connect.ts'
import type { JsonObject, JsonValue } from '@millrace/schema'
import type { RemoteTool } from '../../src/contract/connection.ts'
import {
  McpError,
  type HttpServerConfig,
  type McpAnswer,
  type McpOptions,
  type McpQuestion,
  type McpQuestionField,
} from '../../src/index.ts'
import { authorizations, logIn, tokenStore } from '../../src/login.ts'

// The client that the official conformance suite drives through its scenarios: it connects, lists the tools and calls each,
// takes what is proposed when it is asked something, and logs in whenever that is asked for, as a person would who types the
// command that the error names.

/** What a scenario says beyond its name. */
interface Context {
  readonly client_id?: string
  readonly client_secret?: string
  /** What is to be called in place of each tool. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[]
}

/** A person gives up at some point. */
const mostLogins = 3

const signal = AbortSignal.timeout(100_000)

async function run(url: string, context: Context): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-conformance-'))
  const store = tokenStore(await privateDisk(join(folder, 'tokens')))
  const { client_id: clientId, client_secret: clientSecret } = context
  const config: HttpServerConfig = {
    type: 'http',
    url,
    headers: {},
    startTimeoutMs: 90_000,
    ...(clientId !== undefined && {
      oauth: { clientId, ...(clientSecret !== undefined && { clientSecret }) },
    }),
  }
  const surroundings = { store, principal: 'conformance' }
  const options: McpOptions = {
    start: () => Promise.reject(new Error('no program is to be started')),
    env: {},
    root: folder,
    authorization: authorizations(surroundings),
    questions: { ask: (question) => Promise.resolve(asProposed(question)) },
  }
  try {
    for (let logins = 0; ; logins++) {
      try {
        return await useTools(config, options, context)
      } catch (error) {
        const wantsLogin = error instanceof McpError && error.code === 'MCP_LOGIN_REQUIRED'
        if (!wantsLogin || logins === mostLogins) throw error
        await logIn('conformance', config, {
          ...surroundings,
          how: 'browser',
          signal,
          clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
          show: ({ address }) => void fetch(address).then((answer) => answer.text()),
        })
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function useTools(
  config: HttpServerConfig,
  options: McpOptions,
  { toolCalls }: Context,
): Promise<void> {
  const connection = await connect('conformance', config, options, signal)
  try {
    const { tools } = await connection.listTools(signal)
    const calls =
      toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: someArguments(tool, tools) }))
    for (const call of calls) {
      const tool = tools.find(({ name }) => name === call.name)
      if (tool === undefined) continue
      await connection
        .callTool(tool, call.arguments, { signal, onProgress: () => undefined })
        .catch(unlessLoginIsWanted)
    }
  } finally {
    await connection.close()
  }
}

/** That one call fails ends no visit. */
function unlessLoginIsWanted(error: unknown): void {
  if (!(error instanceof McpError) || error.code === 'MCP_LOGIN_REQUIRED') throw error
}

/** Something for each argument; what wants a schema gets that of another tool as it was listed. */
function someArguments({ name, inputSchema }: RemoteTool, tools: readonly RemoteTool[]): JsonObject {
  const { properties = {} } = inputSchema as { properties?: Readonly<Record<string, { type?: string }>> }
  const samples: Readonly<Record<string, JsonValue>> = {
    number: 5,
    integer: 5,
    boolean: true,
    array: [],
    string: 'text',
  }
  const entries = Object.entries(properties).map(([key, { type = 'string' }]): [string, JsonValue] => {
    const other = tools.find((tool) => tool.name !== name)?.inputSchema
    return [key, key === 'schema' && other !== undefined ? other : (samples[type] ?? {})]
  })
  return Object.fromEntries(entries)
}

/** Takes what a form proposes, and something where it proposes nothing. */
function asProposed(question: McpQuestion): McpAnswer {
  if (question.kind === 'url') return { action: 'decline' }
  const wanted = question.fields.filter((field) => field.required || field.default !== undefined)
  const content = wanted.map((field): [string, JsonValue] => [field.name, field.default ?? valueFor(field)])
  return { action: 'accept', content: Object.fromEntries(content) }
}

function valueFor({ type, options }: McpQuestionField): JsonValue {
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return 1
  const first = options?.[0]?.value ?? 'text'
  return type === 'choices' ? [first] : first
}

const [url = ''] = process.argv.slice(2)
await run(url, JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context)
