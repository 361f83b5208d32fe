import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** A request of the client, with its body as a message where it has one. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly message: Message
  /** The address of the server's canary, another origin. */
  readonly elsewhere: string
  /** Answers as a server should. */
  readonly rightly: () => void
  /** What the right answer to the message is, as text. */
  readonly answer: () => string
}

/** What of a message the server looks at. */
export interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: {
    readonly protocolVersion?: string
    readonly arguments?: { readonly text?: string }
    readonly _meta?: { readonly progressToken?: unknown }
  }
}

/** Answers one request in a way of its own. */
export type HttpBehaviour = (exchange: Exchange) => void

const mebibyte = 1024 * 1024
const json = { 'content-type': 'application/json' }
const stream = { 'content-type': 'text/event-stream' }
const calls = ({ message }: Exchange): boolean => message.method === 'tools/call'
const listens = ({ request }: Exchange): boolean => request.method === 'GET'

/** Misbehaves where the condition holds, and is right elsewhere. */
const where =
  (condition: (exchange: Exchange) => boolean, misbehave: HttpBehaviour): HttpBehaviour =>
  (exchange) =>
    condition(exchange) ? misbehave(exchange) : exchange.rightly()

const onCall = (misbehave: HttpBehaviour): HttpBehaviour => where(calls, misbehave)
const onListen = (misbehave: HttpBehaviour): HttpBehaviour => where(listens, misbehave)

const status = (code: number, headers: Record<string, string> = {}, body = 'no'): HttpBehaviour =>
  onCall(({ response }) => response.writeHead(code, headers).end(body))

/** Writes pieces for as long as somebody takes them. */
function forever(response: ServerResponse, piece: string | Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', () => setImmediate(more))
  more()
}

/** Answers a call by events; `line` makes the right one. */
const events = (write: (exchange: Exchange, line: string) => void): HttpBehaviour =>
  onCall((exchange) => {
    exchange.response.writeHead(200, stream)
    write(exchange, `event: message\ndata: ${exchange.answer()}\n\n`)
  })

let packed: Buffer | undefined
/** 64 MiB of spaces, packed. */
const bomb = (): Buffer => (packed ??= gzipSync(Buffer.alloc(64 * mebibyte, ' ')))

/** What a server by HTTP does wrong, by name. */
export const httpBehaviours: Readonly<Record<string, HttpBehaviour>> = {
  'sends the call elsewhere': onCall(({ response, elsewhere }) =>
    response.writeHead(307, { location: `${elsewhere}/taken` }).end(),
  ),
  'sends everything elsewhere': ({ response, elsewhere }) =>
    response.writeHead(308, { location: `${elsewhere}/taken` }).end(),
  'sends in a ring': onCall(({ request, response }) =>
    response.writeHead(307, { location: request.url ?? '/' }).end(),
  ),
  'sends to a file': status(307, { location: 'file:///etc/passwd' }),
  'sends to no address': status(302, { location: 'http://[' }),
  'events without an end': events(({ response }) => forever(response, ': still here\n\n'.repeat(500))),
  'an event without an end': events(({ response }) => {
    response.write('data: ')
    forever(response, Buffer.alloc(mebibyte, 'x'))
  }),
  'events that end without an answer': events(({ response }) => response.end()),
  'events to come back for': events(({ response }) => response.end('id: 1\nretry: 1\ndata:\n\n')),
  'an event that is no message': events(({ response }, line) => response.end(`data: {not json\n\n${line}`)),
  'events of unknown kinds': events(({ response }, line) =>
    response.end(`event: wibble\ndata: {"a":1}\n\nid: \0\nretry: -1\n\nretry: 1e99\n\n${line}`),
  ),
  'the answer twice': events(({ response }, line) => response.end(line + line.replace('echo', 'wrong'))),
  'an answer to another': events(({ response, message }, line) =>
    response.end(line.replace(`"id":${JSON.stringify(message.id)}`, '"id":"x"') + line),
  ),
  'requests among the events': events(({ response }, line) =>
    response.end(`data: {"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":{}}\n\n${line}`),
  ),
  'a packed bomb': onCall(({ response }) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb()),
  ),
  'a packed bomb of events': onCall(({ response }) =>
    response.writeHead(200, { ...stream, 'content-encoding': 'gzip' }).end(bomb()),
  ),
  'packed, it says': onCall(({ response, answer }) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(answer()),
  ),
  'packed in a way that is none': onCall(({ response, answer }) =>
    response.writeHead(200, { ...json, 'content-encoding': 'wibble' }).end(answer()),
  ),
  'a body without an end': onCall(({ response }) => {
    response.writeHead(200, json).write('{"jsonrpc":"2.0","result":"')
    forever(response, Buffer.alloc(mebibyte, 'x'))
  }),
  'a page': status(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>'),
  'a picture': status(200, { 'content-type': 'image/png' }, 'PNG'),
  'no kind of content': onCall(({ response, answer }) => response.writeHead(200).end(answer())),
  'no content': onCall(({ response }) => response.writeHead(204).end()),
  'an empty body': status(200, json, ''),
  'half a body': onCall(({ response, answer }) => response.writeHead(200, json).end(answer().slice(0, 20))),
  'taken, and no more': status(202, {}, ''),
  'a body that is shorter than it says': onCall(({ response, answer }) => {
    response.writeHead(200, { ...json, 'content-length': '5000' }).write(answer())
    setTimeout(() => response.destroy(), 50)
  }),
  'a body that stops': onCall(({ response }) => void response.writeHead(200, json).write('{"jsonrpc"')),
  'a head that stops': onCall(({ response }) => void response.socket?.write('HTTP/1.1 200 OK\r\nContent-Ty')),
  'no head at all': onCall(() => {}),
  'noise for a head': onCall(({ response }) => void response.socket?.end('220 ftp ready\r\n\r\n')),
  'a head of a megabyte': onCall(({ response }) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nX-Long: ${'h'.repeat(mebibyte)}\r\n\r\n{}`)
  }),
  'breaks off': onCall(({ request }) => void request.socket.destroy()),
  'wants a login at each call': status(401),
  'wants a login at its canary': ({ response, elsewhere }) =>
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${elsewhere}/metadata"` }).end(),
  'wants more rights': status(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="all"' }),
  'has forgotten the session': status(
    404,
    json,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}',
  ),
  'is broken': status(500, { 'content-type': 'text/html' }, `<h1>${'broken '.repeat(100_000)}</h1>`),
  'wants patience': status(429, { 'retry-after': '1000000000' }),
  'another session with each answer': ({ response, rightly }) => {
    response.setHeader('mcp-session-id', `s${Math.random()}`)
    rightly()
  },
  'a session of strange letters': ({ response, rightly }) => {
    response.setHeader('mcp-session-id', 'a b;"c"=<>\u00e9')
    rightly()
  },
  'a session of eight thousand letters': ({ response, rightly }) => {
    response.setHeader('mcp-session-id', 's'.repeat(8000))
    rightly()
  },
  'cookies and rules for pages': ({ response, rightly }) => {
    response.setHeader('set-cookie', 'a=b; Path=/').setHeader('access-control-allow-origin', '*')
    rightly()
  },
  'a list that ends at once': onListen(({ response }) => response.writeHead(200, stream).end('retry: 1\n\n')),
  'a list that is a page': onListen(({ response }) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
  ),
  'a list that is broken': onListen(({ response }) => response.writeHead(500).end()),
  'a list of requests': onListen(({ response }) => {
    response.writeHead(200, stream)
    response.write('data: {"jsonrpc":"2.0","id":"r","method":"roots/list"}\n\n'.repeat(100))
  }),
  'a list of changes': onListen(({ response }) => {
    response.writeHead(200, stream)
    forever(response, 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'.repeat(100))
  }),
  'does not let go': where(
    ({ request }) => request.method === 'DELETE',
    () => {},
  ),
}
