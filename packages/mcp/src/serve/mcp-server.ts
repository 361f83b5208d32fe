import type * as SdkModule from '@modelcontextprotocol/server'
import type {
  CallToolRequest,
  CallToolResult,
  ClientCapabilities,
  Implementation,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server'
import { nearest, type JsonObject } from '@millrace/schema'
import type { ToolExecutionResult } from '@millrace/tools'
import type { ProtocolEra } from '../contract/connection.ts'
import { callResult } from './call-result.ts'
import type { ClientCalls } from './client-calls.ts'
import { outputSchemaOf } from './describe-tool.ts'
import { pageOf, visibleTools } from './list-tools.ts'
import { ProgressFeed } from './progress-feed.ts'
import type { Elicitation } from './open-question.ts'
import type { Asks, Leg, ServedCall } from './served-call.ts'
import type { ClientSeat, ToolServer } from './tool-server.ts'

type Sdk = typeof SdkModule

/** What a request is served with. */
interface Serving {
  readonly sdk: Sdk
  readonly from: ToolServer
  readonly seat: ClientSeat
  readonly era: ProtocolEra
  readonly server: Server
}

/** Makes the SDK's server of one connection, or of one request where the protocol has no connections. */
export async function mcpServer(from: ToolServer, seat: ClientSeat, era: ProtocolEra): Promise<Server> {
  const sdk = await import('@modelcontextprotocol/server')
  const { name, title, version, instructions } = from.options
  const server = new sdk.Server(
    { name, version, ...(title !== undefined && { title }) },
    {
      capabilities: { tools: { listChanged: true } },
      debouncedNotificationMethods: ['notifications/tools/list_changed'],
      ...(instructions !== undefined && { instructions }),
    },
  )
  server.onerror = (error) => from.warn('the protocol of a client', error)
  const serving: Serving = { sdk, from, seat, era, server }
  server.setRequestHandler('tools/list', async ({ params }, ctx) => {
    const { client } = await clientOf(serving, ctx)
    await untilReady(from, ctx.mcpReq.signal)
    const { serves = all, structured = true } = from.options
    const page = pageOf(visibleTools(from.tools, client, { serves, structured }), params?.cursor)
    if (page === undefined)
      throw new sdk.ProtocolError(invalidParams(sdk), 'the cursor is none of this server')
    return page
  })
  server.setRequestHandler('tools/call', ({ params }, ctx) => callTool(params, ctx, serving))
  return server
}

const all = (): boolean => true

function invalidParams({ ProtocolErrorCode }: Sdk): number {
  return ProtocolErrorCode.InvalidParams
}

async function untilReady(from: ToolServer, signal: AbortSignal): Promise<void> {
  // Has those tried that were given up. It never rejects, and what comes of it is told as a change.
  void from.behind?.ready()
  try {
    await from.options.ready?.(signal)
  } catch (error) {
    if (!signal.aborted) from.warn('some tools are not ready', error)
  }
}

/** The client that makes a request, as far as it says who it is. */
function clientOf({ seat, server, era }: Serving, { mcpReq }: ServerContext): Promise<ClientCalls> {
  const said = (enveloped(mcpReq, clientInfoKey) ?? server.getClientVersion()) as Implementation | undefined
  return seat.calls({
    era,
    ...(said !== undefined && { name: said.name, version: said.version }),
  })
}

/** What a request of the modern era says beside its parameters; the SDK has checked its shape. */
function enveloped({ envelope }: ServerContext['mcpReq'], key: string): unknown {
  return (envelope as Readonly<Record<string, unknown>> | undefined)?.[key]
}

const clientInfoKey = 'io.modelcontextprotocol/clientInfo'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

async function callTool(
  { name, arguments: args = {} }: CallToolRequest['params'],
  ctx: ServerContext,
  serving: Serving,
): Promise<CallToolResult | InputRequiredResult> {
  const { sdk, from } = serving
  const calls = await clientOf(serving, ctx)
  const request = { name, arguments: args as JsonObject }
  const call =
    heldCall(request, ctx, calls, serving) ??
    knownCall(request, calls, serving) ??
    (await lateCall(request, ctx, calls, serving))
  const end = await call.attend(legOf(ctx, serving))
  if (end.kind === 'result') {
    requireCapability(call, serving)
    return resultOf(end.result, call, calls, serving)
  }
  const { question } = end
  return sdk.inputRequired({
    inputRequests: { [question.key]: { method: 'elicitation/create', params: question.params } },
    requestState: from.held.hold({ call, question }, calls),
  })
}

/** Clients of the modern era are told what they lack by an error of the protocol. */
function requireCapability({ lacks }: ServedCall, { sdk, era }: Serving): void {
  if (lacks === undefined || era !== 'modern') return
  const elicitation = lacks.mode === 'url' ? { url: {} } : { form: {} }
  throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: { elicitation } })
}

type Asked = Readonly<{ name: string; arguments: JsonObject }>

/** Makes a call of a tool that the client sees; none where there is no such tool now. */
function knownCall(
  { name, arguments: args }: Asked,
  calls: ClientCalls,
  { from }: Serving,
): ServedCall | undefined {
  const { serves = all } = from.options
  const isKnown = serves(name) && from.tools.get(name, calls.client.agent) !== undefined
  return isKnown ? calls.start(name, args) : undefined
}

/** A client may know the tools from before, and call one that is not there yet. */
async function lateCall(
  request: Asked,
  { mcpReq }: ServerContext,
  calls: ClientCalls,
  serving: Serving,
): Promise<ServedCall> {
  const { sdk, from } = serving
  await untilReady(from, mcpReq.signal)
  const call = knownCall(request, calls, serving)
  if (call !== undefined) return call
  const { name } = request
  const { serves = all } = from.options
  const [meant] = nearest(
    name,
    from.tools
      .schemas(calls.client.agent)
      .map((schema) => schema.name)
      .filter(serves),
  )
  const hint = meant === undefined ? '; tools/list names those that there are' : `; did you mean "${meant}"?`
  throw new sdk.ProtocolError(invalidParams(sdk), `unknown tool "${name}"${hint}`)
}

/** The call that a client comes back to with an answer; none where it makes a new one. */
function heldCall(
  request: Asked,
  { mcpReq }: ServerContext,
  calls: ClientCalls,
  { sdk, from }: Serving,
): ServedCall | undefined {
  const state = mcpReq.requestState()
  if (state === undefined) return undefined
  const held = typeof state === 'string' ? from.held.take(state, calls, request) : undefined
  if (held === undefined)
    throw new sdk.ProtocolError(
      invalidParams(sdk),
      'invalid or expired requestState: make the call again to be asked anew',
    )
  // Whoever comes back without an answer has none.
  held.question.settle(mcpReq.inputResponses?.[held.question.key] ?? null)
  return held.call
}

function legOf(ctx: ServerContext, serving: Serving): Leg {
  const { mcpReq } = ctx
  const token = mcpReq._meta?.progressToken
  const progress =
    token === undefined
      ? undefined
      : new ProgressFeed((news) =>
          mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, ...news } }),
        )
  return { signal: mcpReq.signal, progress, asks: asksOf(ctx, serving) }
}

function asksOf({ mcpReq }: ServerContext, { server, era, from }: Serving): Asks | undefined {
  const capabilities = (enveloped(mcpReq, capabilitiesKey) ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined
  const elicitation = capabilities?.elicitation
  if (elicitation === undefined) return undefined
  const { form, url } = elicitation
  // Before there were modes, an empty object stood for forms.
  const can: Asks['can'] = ({ mode }) =>
    mode === 'url' ? url !== undefined : form !== undefined || url === undefined
  if (era === 'legacy') return { can, push: (params, signal) => push(params, signal, mcpReq, from) }
  return { can: (params) => can(params) && !from.held.isFull }
}

async function push(
  params: Elicitation,
  signal: AbortSignal,
  mcpReq: ServerContext['mcpReq'],
  from: ToolServer,
): Promise<unknown> {
  try {
    // On the stream of the call itself: a client need not have another one open.
    const options = { signal, timeout: from.answerMs, relatedRequestId: mcpReq.id }
    return await mcpReq.elicitInput(params, options)
  } catch (error) {
    if (!signal.aborted) from.warn('a client could not be asked', error)
    return undefined
  }
}

function resultOf(
  result: Readonly<ToolExecutionResult>,
  { facts }: ServedCall,
  { client: { agent, loaded } }: ClientCalls,
  { from, server }: Serving,
): CallToolResult {
  const { structured = true, hint } = from.options
  const definition = from.tools.get(facts.name, agent)
  const advice = result.isError ? hint?.({ ...facts, agent, result }) : undefined
  if (loaded !== undefined && facts.name === searchName && !result.isError) from.changed()
  const wire = callResult(result, { definition, structured, hint: advice })
  return server.projectCallToolResult(wire, structured ? outputSchemaOf(definition) : undefined)
}

/** What this tool finds is listed from then on. */
const searchName = 'tool_search'
