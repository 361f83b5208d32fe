import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpBehaviours, type Message } from './http-behaviours.ts'

/** What came to a server: enough to see what was repeated, and what was given away. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly message: Message
}

/** A server by HTTP that misbehaves by the path of the request, and a canary on another origin. */
export interface HostileHttp {
  /** The address of a behaviour. */
  readonly url: (behaviour: string) => string
  /** Requests for a behaviour. */
  readonly seen: (behaviour: string) => readonly Seen[]
  /** Requests that came to the canary. */
  readonly elsewhere: readonly Seen[]
  readonly close: () => Promise<void>
}

const tools = [
  {
    name: 'echo',
    description: 'Returns its text.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  },
]

/** The right answer to a message. */
function answerTo({ id, method, params }: Message): string {
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'hostile', version: '1.0.0' },
    },
    'tools/list': { tools },
    'tools/call': { content: [{ type: 'text', text: `echo: ${params?.arguments?.text}` }] },
    ping: {},
  }
  const result = method === undefined ? undefined : results[method]
  const body = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result }
  return JSON.stringify({ jsonrpc: '2.0', id, ...body })
}

async function messageOf(request: IncomingMessage): Promise<Message> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === '' ? {} : (JSON.parse(text) as Message)
}

function right(request: IncomingMessage, response: ServerResponse, message: Message): void {
  if (request.method === 'GET') response.writeHead(405).end()
  else if (request.method === 'DELETE') response.writeHead(200).end()
  else if (message.id === undefined) response.writeHead(202).end()
  else response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(message))
}

/** Starts both, on free ports of this machine. */
export async function hostileHttp(): Promise<HostileHttp> {
  const seen: Seen[] = []
  const elsewhere: Seen[] = []
  const note = (into: Seen[], request: IncomingMessage, message: Message): void => {
    const { method = '', url: path = '' } = request
    into.push({ method, path, authorization: request.headers.authorization, message })
  }
  const canary = await listen((request, response, message) => {
    note(elsewhere, request, message)
    right(request, response, message)
  })
  const server = await listen((request, response, message) => {
    note(seen, request, message)
    const behaviour = httpBehaviours[decodeURIComponent((request.url ?? '/').slice(1))]
    const rightly = (): void => right(request, response, message)
    const answer = (): string => answerTo(message)
    if (behaviour === undefined) rightly()
    else behaviour({ request, response, message, elsewhere: origin(canary), rightly, answer })
  })
  const pathOf = (behaviour: string): string => `/${encodeURIComponent(behaviour)}`
  return {
    url: (behaviour) => `${origin(server)}${pathOf(behaviour)}`,
    seen: (behaviour) => seen.filter(({ path }) => path === pathOf(behaviour)),
    elsewhere,
    close: async () => {
      for (const one of [server, canary]) one.closeAllConnections()
      await Promise.all([server, canary].map((one) => new Promise((resolve) => one.close(resolve))))
    },
  }
}

const origin = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse, message: Message) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    response.on('error', () => response.destroy())
    messageOf(request).then(
      (message) => answer(request, response, message),
      () => response.destroy(),
    )
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
