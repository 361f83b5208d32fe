import { fileURLToPath } from 'node:url'
import { commandEnvironment, openProcesses, type Processes } from '@millrace/host'
import type { JsonObject } from '@millrace/schema'
import type { ToolProgress } from '@millrace/tools'
import { afterAll, beforeAll } from 'vitest'
import { connect } from '../../src/client/connection/connect.ts'
import type { StdioServerConfig } from '../../src/contract/config.ts'
import type { McpConnection, RemoteTool } from '../../src/contract/connection.ts'
import type { McpOptions } from '../../src/contract/service.ts'

let opened: Processes | undefined
const connections = new Set<McpConnection>()

/** Opens the door to programs for the tests of a file, and ends what they leave. */
export function usePrograms(): void {
  beforeAll(() => {
    opened = openProcesses()
  })
  afterAll(async () => {
    await Promise.all(Array.from(connections, (connection) => connection.close()))
    await opened?.close()
  })
}

export const programs = (): Processes => {
  if (opened === undefined) throw new Error('usePrograms() was not called')
  return opened
}

/** Options that start real programs, and what the servers wrote. */
export function machine(extra: Partial<McpOptions> = {}): { options: McpOptions; written: () => string } {
  let written = ''
  const options: McpOptions = {
    start: (spec) => programs().start(spec),
    env: commandEnvironment(process.env),
    root: process.cwd(),
    log: (_server, text) => {
      written += text
    },
    ...extra,
  }
  return { options, written: () => written }
}

export function program(
  name: string,
  args: readonly string[] = [],
  settings: Partial<StdioServerConfig> = {},
): StdioServerConfig {
  const file = fileURLToPath(new URL(`programs/${name}`, import.meta.url))
  return { type: 'stdio', command: process.execPath, args: [file, ...args], env: {}, ...settings }
}

/** Never aborted by anybody. */
export const always = new AbortController().signal

export async function connected(config: StdioServerConfig, options: McpOptions): Promise<McpConnection> {
  const connection = await connect('test', config, options, always)
  connections.add(connection)
  return connection
}

/** A tool that was never listed. */
export function toolNamed(name: string): RemoteTool {
  return { name, description: '', inputSchema: { type: 'object' }, annotations: {}, wire: { name } }
}

/** Calls a tool by name, and keeps what it reported. */
export function call(
  connection: McpConnection,
  name: string,
  args: JsonObject = {},
  signal: AbortSignal = always,
  reports: ToolProgress[] = [],
): ReturnType<McpConnection['callTool']> {
  return connection.callTool(toolNamed(name), args, {
    signal,
    onProgress: (progress) => void reports.push(progress),
  })
}

/** Waits until something holds. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`did not happen in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
