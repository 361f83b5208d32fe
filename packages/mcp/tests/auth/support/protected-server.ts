import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { AuthorizationServer } from './authorization-server.ts'
import { listen } from './listen.ts'

/** How a server of a test differs from a good one. */
export interface ServerTwists {
  /** Changes the metadata of the resource; `undefined` takes it away. */
  readonly metadata?: (good: Record<string, unknown>) => unknown
  /** Scopes that any request needs. */
  readonly scopes?: readonly string[]
  /** Scopes that are said to be supported. */
  readonly supported?: readonly string[]
  /** What is answered to every request, token or not. */
  readonly refuseAll?: boolean
}

/** A server by the official SDK that lets in bearer tokens of one authorization server alone. */
export interface ProtectedServer {
  readonly url: string
  readonly origin: string
  /** The tokens that requests came with, as they came. */
  readonly tokens: (string | undefined)[]
  close(): Promise<void>
}

const metadataPath = '/.well-known/oauth-protected-resource'

/** The tool `write` needs the scope `write` besides what every request needs; `reveal` tells the token of the request. */
export async function protectedServer(
  authority: AuthorizationServer,
  twists: ServerTwists = {},
): Promise<ProtectedServer> {
  const handler = createMcpHandler(() => server(() => tokens.at(-1)))
  const tokens: (string | undefined)[] = []
  const listening = await listen(async (request) => {
    const { pathname, origin } = new URL(request.url)
    if (pathname.startsWith(metadataPath)) return metadata(origin)
    if (pathname !== '/mcp') return new Response(null, { status: 404 })
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    tokens.push(token)
    const known = token === undefined ? undefined : authority.verify(token)
    const isOurs = known?.resource === null || known?.resource === `${origin}/mcp`
    if (known === undefined || !isOurs || twists.refuseAll === true)
      return refusal(origin, 401, twists.scopes)
    const granted = known.scope.split(' ')
    const wants = (await request.clone().text()).includes('"name":"write"') ? ['write'] : []
    const isGranted = [...(twists.scopes ?? []), ...wants].every((scope) => granted.includes(scope))
    return isGranted ? handler.fetch(request) : refusal(origin, 403, wants)
  })
  const metadata = (origin: string): Response => {
    const good = {
      resource: `${origin}/mcp`,
      authorization_servers: [authority.origin],
      ...(twists.supported && { scopes_supported: twists.supported }),
    }
    const told = twists.metadata === undefined ? good : twists.metadata(good)
    return told === undefined ? new Response(null, { status: 404 }) : Response.json(told)
  }
  return {
    url: `${listening.origin}/mcp`,
    origin: listening.origin,
    tokens,
    close: async () => {
      await handler.close()
      await listening.close()
    },
  }
}

function refusal(origin: string, status: 401 | 403, scopes: readonly string[] = []): Response {
  const scope = scopes.length === 0 ? '' : `, scope="${scopes.join(' ')}"`
  const error = status === 403 ? 'error="insufficient_scope", ' : ''
  const challenge = `Bearer ${error}resource_metadata="${origin}${metadataPath}/mcp"${scope}`
  return new Response(null, { status, headers: { 'www-authenticate': challenge } })
}

function server(token: () => string | undefined): McpServer {
  const made = new McpServer({ name: 'protected', version: '1.0.0' })
  for (const name of ['echo', 'write', 'reveal']) {
    const inputSchema = fromJsonSchema<{ text: string }>({
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    })
    made.registerTool(name, { inputSchema }, ({ text }) => ({
      content: [{ type: 'text', text: name === 'reveal' ? `the token is ${token()}` : text }],
    }))
  }
  return made
}
