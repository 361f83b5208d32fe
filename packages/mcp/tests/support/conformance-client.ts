import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateDisk } from '@millrace/host'
import { connect } from '../../src/client/connection/connect.ts'
import { McpError, type HttpServerConfig, type McpOptions } from '../../src/index.ts'
import { authorizations, logIn, tokenStore } from '../../src/login.ts'

// The client that the official conformance suite drives through its scenarios with logins: it connects, lists the tools and
// calls each, and logs in whenever that is asked for, as a person would who types the command that the error names.

/** What a scenario says beyond its name. */
interface Context {
  readonly client_id?: string
  readonly client_secret?: string
}

/** A person gives up at some point. */
const mostLogins = 3

const signal = AbortSignal.timeout(25_000)

async function run(url: string, context: Context): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-conformance-'))
  const store = tokenStore(await privateDisk(join(folder, 'tokens')))
  const { client_id: clientId, client_secret: clientSecret } = context
  const config: HttpServerConfig = {
    type: 'http',
    url,
    headers: {},
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
  }
  try {
    for (let logins = 0; ; logins++) {
      try {
        return await useTools(config, options)
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

async function useTools(config: HttpServerConfig, options: McpOptions): Promise<void> {
  const connection = await connect('conformance', config, options, signal)
  try {
    const { tools } = await connection.listTools(signal)
    for (const tool of tools) await connection.callTool(tool, {}, { signal, onProgress: () => undefined })
  } finally {
    await connection.close()
  }
}

const [url = ''] = process.argv.slice(2)
await run(url, JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context)
