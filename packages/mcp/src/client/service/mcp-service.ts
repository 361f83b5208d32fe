import './events.ts'
import { Service, type Context } from '@deepseek-ai/cordis'
import { shown } from '@millrace/protocol'
import { scopeChainOf, scopeOf, type ScopeKey } from '@millrace/scope'
import type { ToolDefinition, ToolExecution } from '@millrace/tools'
import type { McpServerConfig } from '../../contract/config.ts'
import { McpError } from '../../contract/error.ts'
import type { Mcp, McpOptions, McpServerStatus } from '../../contract/service.ts'
import { checkConfig } from '../check-config.ts'
import { DriftGate, type DriftedTool } from './drift-gate.ts'
import { memoryPins } from './pin-book.ts'
import { Server, type Connect, type ServerSurroundings } from './server.ts'

/** What the service is made with. */
export interface McpServiceOptions extends McpOptions {
  /** Makes the connections; over the protocol's own SDK unless given, which is loaded with the first server. */
  readonly connect?: Connect
  /** A number from 0 on, below 1, that spreads attempts. `Math.random` unless given. */
  readonly random?: () => number
}

/** A server, and for whom it is. */
interface Owned {
  readonly server: Server
  readonly scope: ScopeKey | undefined
}

/** Remote servers whose tools are tools of this runtime, as `ctx.mcp`. It needs `ctx.tools`. */
export class McpService extends Service implements Mcp {
  static readonly inject = ['tools']
  /** The owner's context; through `ctx.mcp`, the context of whoever asks: servers end with it. */
  declare readonly ctx: Context
  private readonly owned: Set<Owned>
  /** What ends, as far as the next server of the same name has to wait for it. */
  private readonly ending: Map<ScopeKey | undefined, Map<string, Promise<void>>>
  private readonly surroundings: Omit<ServerSurroundings, 'owner'>

  constructor(ctx: Context, options: McpServiceOptions) {
    super(ctx, 'mcp')
    const { connect = connectBySdk, random = Math.random, pins = memoryPins() } = options
    this.owned = new Set()
    this.ending = new Map()
    const { owned } = this
    const { tools } = ctx
    const drift = ({ name, agent }: Readonly<ToolExecution>) => driftOf(owned, tools.get(name, agent))
    const gate = new DriftGate(ctx, drift, options.mayAgree)
    this.surroundings = {
      options,
      connect,
      pins,
      random,
      warn: (message) => quietly(() => ctx.logger.warn(message)),
      drifting: () => gate.look(true),
      changed: () => {
        if (![...owned].some(({ server }) => server.tools.hasChanges)) gate.look(false)
        quietly(() => ctx.emit('mcp/change'))
      },
    }
    Object.assign(this, { [Service.tracker]: { property: 'ctx', noShadow: true } })
    ctx.effect(
      () => async () => void (await Promise.all([...owned].map(({ server }) => server.remove()))),
      'mcp.close',
    )
  }

  add(name: string, config: McpServerConfig): () => Promise<void> {
    checkConfig(name, config)
    const owner = this.ctx
    const scope = scopeOf(owner)
    const { owned, surroundings } = this
    const server = new Server(name, config, { ...surroundings, owner })
    const entry: Owned = { server, scope }
    const undo = owner.effect(() => {
      for (const each of owned) if (each.scope === scope && each.server.name === name) void this.take(each)
      owned.add(entry)
      server.start(this.ending.get(scope)?.get(name))
      return () => this.take(entry)
    }, `mcp.add(${name})`)
    return async () => {
      await undo()
    }
  }

  async ready(names?: readonly string[]): Promise<void> {
    const meant = this.visible().filter(({ server }) => names?.includes(server.name) ?? true)
    for (const { server } of meant) server.tryOnce()
    await Promise.all(meant.map(({ server }) => server.attempted))
  }

  servers(): readonly McpServerStatus[] {
    return this.visible()
      .map(({ server }) => server.status)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async restart(name: string): Promise<void> {
    await this.named(name).restart()
  }

  async accept(server: string, tool?: string): Promise<readonly string[]> {
    const agreed = await this.named(server).tools.accept(tool)
    if (agreed === undefined) {
      throw new McpError(
        'MCP_CONFIG_INVALID',
        server,
        `MCP server "${shown(server)}" has no tool "${shown(tool ?? '')}"`,
      )
    }
    this.surroundings.changed()
    return agreed
  }

  /** Takes a server out. Settles when it has ended. */
  private take(entry: Owned): Promise<void> {
    const { server, scope } = entry
    const { ending, owned } = this
    if (!owned.delete(entry)) return ending.get(scope)?.get(server.name) ?? Promise.resolve()
    const names = ending.get(scope) ?? new Map<string, Promise<void>>()
    ending.set(scope, names)
    const before = names.get(server.name)
    const over = Promise.all([before, server.remove()]).then(() => {
      if (names.get(server.name) !== over) return
      names.delete(server.name)
      if (names.size === 0) ending.delete(scope)
    })
    names.set(server.name, over)
    return over
  }

  /** What a scope has and inherits; all there is for a plain context, as that is the host's. */
  private visible(): readonly Owned[] {
    if (scopeOf(this.ctx) === undefined) return [...this.owned]
    const scopes = this.scopes()
    return [...this.owned].filter((each) => scopes.includes(each.scope))
  }

  /** The scope of whoever asks and those that it inherits from, the nearest first; the host's comes last. */
  private scopes(): readonly (ScopeKey | undefined)[] {
    const scope = scopeOf(this.ctx)
    return [...(scope === undefined ? [] : scopeChainOf(scope)), undefined]
  }

  /** The nearest of a name. @throws McpError `MCP_CONFIG_INVALID`. */
  private named(name: string): Server {
    const meant = this.visible().filter(({ server }) => server.name === name)
    const [nearest = meant[0]] = this.scopes().flatMap((scope) =>
      meant.filter((each) => each.scope === scope),
    )
    if (nearest !== undefined) return nearest.server
    const known = this.servers().map((each) => each.name)
    const list =
      known.length === 0 ? 'there is none' : `there are: ${known.map((each) => shown(each)).join(', ')}`
    throw new McpError('MCP_CONFIG_INVALID', name, `there is no MCP server "${shown(name)}"; ${list}`)
  }
}

function driftOf(owned: Iterable<Owned>, definition: ToolDefinition | undefined): DriftedTool | undefined {
  if (definition === undefined) return undefined
  for (const { server } of owned) {
    const tool = server.tools.find(definition)
    if (tool === undefined) continue
    if (tool.reviewed.changes.length === 0) return undefined
    return { tool, accept: async () => void (await server.tools.accept(tool.name)) }
  }
  return undefined
}

const connectBySdk: Connect = async (name, config, options, signal) => {
  const { connect } = await import('../connection/connect.ts')
  return connect(name, config, options, signal)
}

/** Does what must neither decide over a server nor, from a timer, end the process. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // Nobody is left who could be told.
  }
}
