import { setup, type Setup, type SetupOptions } from '@millrace/testkit'
import { McpService, type McpServiceOptions } from '@millrace/mcp'
import { onTestFinished } from 'vitest'
import type { Connect } from '../../src/client/service/server.ts'
import { scriptedServer, type ScriptedServer } from './scripted-server.ts'

/** A runtime with servers. */
export interface McpSetup extends Setup {
  /** What was logged of servers, in order. */
  readonly serverLog: string[]
}

/** What a service needs that starts no programs. */
export const nothingStarts: Pick<McpServiceOptions, 'start' | 'env' | 'root'> = {
  start: () => Promise.reject(new Error('no program was to be started')),
  env: {},
  root: '/work',
}

/** A runtime whose servers are these scripted ones, by their names. It is undone when the test ends. */
export async function setupMcp(
  servers: Readonly<Record<string, ScriptedServer>> = {},
  options: Partial<McpServiceOptions> & { readonly setup?: SetupOptions } = {},
): Promise<McpSetup> {
  const { setup: bench, ...given } = options
  const made = await setup(bench ?? {})
  onTestFinished(made.dispose)
  const serverLog: string[] = []
  const connect: Connect = (name, ...rest) => (servers[name] ?? scriptedServer()).connect(name, ...rest)
  await made.ctx.plugin(McpService, {
    ...nothingStarts,
    connect,
    random: () => 0,
    log: (server, line) => void serverLog.push(`${server}: ${line}`),
    ...given,
  })
  return { ...made, serverLog }
}
