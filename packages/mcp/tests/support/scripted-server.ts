import { printJson, type JsonObject, type JsonValue } from '@millrace/schema'
import { McpError, type McpServerConfig } from '@millrace/mcp'
import type {
  McpConnection,
  RemoteCallOptions,
  RemoteResult,
  RemoteTool,
} from '../../src/contract/connection.ts'
import type { Connect } from '../../src/client/service/server.ts'

/** How a server is launched, where that does not matter. */
export const config: McpServerConfig = { type: 'stdio', command: 'server', args: [], env: {} }

/** A tool as a server lists it; what is not given is plain. */
export function remoteTool(wire: JsonObject): RemoteTool {
  const {
    name,
    title,
    description = '',
    inputSchema = { type: 'object' },
    outputSchema,
    annotations = {},
  } = wire
  return {
    name: name as string,
    ...(title !== undefined && { title: title as string }),
    description: description as string,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: annotations as RemoteTool['annotations'],
    wire,
  }
}

/** A result of one text. */
export function textResult(text: string): RemoteResult {
  return { content: [{ type: 'text', text }], isError: false }
}

/** What a scripted server does when a tool is called. */
export type Answer = (tool: string, args: JsonObject, options: RemoteCallOptions) => Promise<RemoteResult>

/** A server whose connections are made by `connect` and can be ended, and whose list can change. */
export interface ScriptedServer {
  readonly connect: Connect
  /** The wire objects that it lists, from the next list on. */
  tools: readonly JsonObject[]
  /** Answers calls; the name of the tool and its arguments as text, unless another is put in its place. */
  answer: Answer
  /** Why the next connections fail, one after the other; `undefined` for one that succeeds. */
  failures: (McpError | undefined)[]
  /** Lists that were made. */
  lists: number
  /** Connections that were made, and those of them that stand. */
  made: number
  readonly standing: number
  /** Calls as they arrived. */
  readonly calls: { readonly tool: string; readonly args: JsonValue }[]
  /** Says that its tools have changed. */
  notify(): void
  /** Ends the connections that stand. */
  crash(): void
}

/** A server of these tools. */
export function scriptedServer(...tools: readonly JsonObject[]): ScriptedServer {
  const standing = new Map<
    symbol,
    { readonly end: (reason: string) => void; readonly listeners: Set<() => void> }
  >()
  const server: ScriptedServer = {
    tools,
    failures: [],
    lists: 0,
    made: 0,
    calls: [],
    get standing() {
      return standing.size
    },
    answer: (tool, args) => Promise.resolve(textResult(`${tool} ${printJson(args)}`)),
    notify: () => {
      for (const { listeners } of standing.values()) for (const listener of listeners) listener()
    },
    crash: () => {
      for (const { end } of standing.values()) end('it crashed')
    },
    connect: (name, _config, _options, signal) => {
      signal.throwIfAborted()
      server.made += 1
      const failure = server.failures.shift()
      return failure === undefined ? Promise.resolve(connection(name)) : Promise.reject(failure)
    },
  }

  function connection(name: string): McpConnection {
    const id = Symbol(name)
    const listeners = new Set<() => void>()
    const running = new Set<(reason: unknown) => void>()
    const closed = new Promise<string>((resolve) => {
      standing.set(id, {
        listeners,
        end: (reason) => {
          standing.delete(id)
          for (const reject of running) reject(new McpError('MCP_CONNECTION_LOST', name, reason))
          resolve(reason)
        },
      })
    })
    return {
      facts: { era: 'modern', protocolVersion: '2026-07-28' },
      closed,
      listTools: () => {
        server.lists += 1
        return Promise.resolve({ tools: server.tools.map(remoteTool), problems: [] })
      },
      callTool: async (tool, args, options) => {
        server.calls.push({ tool: tool.name, args })
        let reject: (reason: unknown) => void = () => {}
        const ended = new Promise<never>((_resolve, fail) => (reject = fail))
        const cancel = (): void => reject(options.signal.reason)
        running.add(reject)
        options.signal.addEventListener('abort', cancel)
        try {
          return await Promise.race([server.answer(tool.name, args, options), ended])
        } finally {
          running.delete(reject)
          options.signal.removeEventListener('abort', cancel)
        }
      },
      onToolsChanged: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: () => {
        standing.get(id)?.end('it was closed')
        return Promise.resolve()
      },
    }
  }
  return server
}
