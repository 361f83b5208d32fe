import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import { commandEnvironment, openProcesses, type Processes } from '@millrace/host'
import ToolRuntime, { type ToolExecutionResult } from '@millrace/tools'
import {
  McpService,
  type Mcp,
  type McpServerConfig,
  type McpServerStatus,
  type ServerSettings,
} from '../../src/index.ts'

/** A runtime with one server that is right in everything, beside which others misbehave. */
export interface HostileBench {
  readonly ctx: Context
  readonly mcp: Mcp
  /** Calls a tool by its public name. */
  readonly call: (name: string, args: unknown, signal?: AbortSignal) => Promise<ToolExecutionResult>
  /** Takes in the program of a behaviour. */
  readonly visit: (behaviour: string, settings?: ServerSettings) => Promise<Visit>
  /** Takes in a server by its configuration. */
  readonly admit: (config: McpServerConfig) => Promise<Visit>
  /** Calls the right server; rejects where it does not answer. */
  readonly sing: () => Promise<void>
  /** Requests that came to the address that schemas and icons name. */
  readonly fetched: readonly string[]
  /** What servers wrote to their logs, and the oddities that were noted, by server. */
  readonly log: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

/** One server from when it was taken in until it is sent away. */
export interface Visit {
  readonly name: string
  readonly status: () => McpServerStatus
  /** Its tools by the names that it gives them, in order. */
  readonly remoteNames: () => readonly string[]
  /** Calls one of its tools by the name that it gives it. */
  readonly call: (remoteName: string, args?: unknown, signal?: AbortSignal) => Promise<ToolExecutionResult>
  /** What the server kept for the test. */
  readonly records: () => readonly Readonly<Record<string, unknown>>[]
  /** Sends it away. @returns the processes of it that live on, and how long that took, in milliseconds. */
  readonly leave: () => Promise<{ readonly living: readonly number[]; readonly ms: number }>
}

const program = new URL('program/server.mjs', import.meta.url).pathname

/** Opens one; close it when all is done. */
export async function hostileBench(): Promise<HostileBench> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-hostile-'))
  const fetched: string[] = []
  const canary = await listening(
    createServer((request, response) => {
      fetched.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"type":"object"}')
    }),
  )
  const processes = openProcesses()
  const log = new Map<string, number>()
  const ctx = new Context()
  await ctx.plugin(ToolRuntime)
  await installMcp(ctx, processes, folder, (server, text) =>
    log.set(server, (log.get(server) ?? 0) + text.length),
  )
  const { mcp, tools } = ctx
  let serial = 0
  const call: HostileBench['call'] = (name, args, signal = new AbortController().signal) =>
    tools.execute({ callId: `call-${++serial}`, name, arguments: args, signal })

  const admitAs = async (name: string, config: McpServerConfig, record?: string): Promise<Visit> => {
    const remove = mcp.add(name, config)
    await mcp.ready([name])
    return visitOf({ mcp, name, call, remove, record })
  }
  const admit: HostileBench['admit'] = (config) => admitAs(`s${++serial}`, config)
  const visit: HostileBench['visit'] = (behaviour, settings = {}) => {
    const name = `s${++serial}`
    const record = join(folder, `${name}.jsonl`)
    const env = { HOSTILE_RECORD: record, HOSTILE_CANARY: `http://127.0.0.1:${portOf(canary)}` }
    const launch = { type: 'stdio', command: process.execPath, args: [program, behaviour], env } as const
    return admitAs(name, { ...launch, startTimeoutMs: 60_000, ...settings }, record)
  }
  const calm = { type: 'stdio', command: process.execPath, args: [program, 'canary/calm'], env: {} } as const
  mcp.add('canary', { ...calm, startTimeoutMs: 60_000, idleTimeoutMs: 60_000 })
  await mcp.ready(['canary'])
  return {
    ctx,
    mcp,
    call,
    visit,
    admit,
    fetched,
    log,
    sing: async () => {
      const note = ++serial
      const result = await call('mcp__canary__sing', { note })
      if (result.isError || result.value !== `la ${note}`)
        throw new Error(`the canary is silent: ${JSON.stringify(result)}`)
    },
    close: async () => {
      await ctx.fiber.dispose()
      await processes.close()
      canary.closeAllConnections()
      await new Promise((resolve) => canary.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Gives a context its servers, on the programs of this machine. */
async function installMcp(
  ctx: Context,
  processes: Processes,
  root: string,
  log: (server: string, text: string) => void,
): Promise<void> {
  await ctx.plugin(McpService, {
    start: (spec) => processes.start(spec),
    env: commandEnvironment(process.env),
    root,
    log,
  })
}

interface Admitted {
  readonly mcp: Mcp
  readonly name: string
  readonly call: HostileBench['call']
  readonly remove: () => Promise<void>
  readonly record: string | undefined
}

function visitOf({ mcp, name, call, remove, record }: Admitted): Visit {
  const status = (): McpServerStatus => {
    const found = mcp.servers().find((server) => server.name === name)
    if (found === undefined) throw new Error(`there is no server ${name}`)
    return found
  }
  const records: Visit['records'] = () => (record === undefined ? [] : linesOf(record))
  return {
    name,
    status,
    records,
    remoteNames: () => status().tools.map(({ remoteName }) => remoteName),
    call: (remoteName, args = {}, signal) => {
      const tool = status().tools.find((one) => one.remoteName === remoteName)
      return call(tool?.name ?? `mcp__${name}__${remoteName}`, args, signal)
    },
    leave: async () => {
      const pids = records().flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : []))
      const began = performance.now()
      await remove()
      return { living: pids.filter(isAlive), ms: performance.now() - began }
    },
  }
}

function linesOf(file: string): Readonly<Record<string, unknown>>[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // A server that never started has said nothing.
    return []
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Whether a process lives; one that has ended and was not collected yet does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
