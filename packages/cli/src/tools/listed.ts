import type { ToolSchema } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import { isAttended } from '../attended.ts'
import { meant } from '../meant.ts'
import { outcomeOf } from './outcome-of.ts'
import { UsageError } from '../usage-error.ts'
import type { Workspace } from '../workspace.ts'
import { kindOf } from './kind.ts'
import { inListingOrder } from './listing-order.ts'
import { isServerTool } from '../mcp/tool-server.ts'
import { switchedOnBy } from './notes.ts'
import { outcomes, type Outcome, type Permission } from './outcomes.ts'

/** Where a tool comes from. */
export type ToolSource = 'built in' | 'host' | `mcp: ${string}`

/** One tool as `millrace tools --json` prints it. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly parameters: ToolDefinition['parameters']
  readonly output: unknown
  readonly kind: string
  /** `mcp: NAME` for a tool of a server. */
  readonly source: ToolSource
  readonly permission: Permission
}

/** The same with what a person is told of its permission. */
export interface ForeseenTool extends ListedTool {
  readonly outcome: Outcome
  /** Why that happens. */
  readonly because: string
}

/**
 * The tools that a call in this folder can name, in the same order each time.
 * @param hasSomebody - whether the command itself has somebody to ask.
 */
export function listedTools(workspace: Workspace, hasSomebody: boolean): ForeseenTool[] {
  return visibleTools(workspace).flatMap(toolLister(workspace, hasSomebody))
}

/** The schemas of the same tools in that order. */
export function visibleTools({ tools, agent }: Pick<Workspace, 'tools' | 'agent'>): ToolSchema[] {
  return inListingOrder(tools.schemas(agent))
}

/** Finds out about one tool after the other, as judging all their calls takes a while where there are many rules. */
export function toolLister(workspace: Workspace, hasSomebody: boolean): (tool: ToolSchema) => ForeseenTool[] {
  const { tools, agent, ctx, builtIn } = workspace
  const canAsk = hasSomebody || isAttended(ctx)
  const remote = serverOfTools(ctx)
  return ({ name, description, parameters }) => {
    const definition = tools.get(name, agent)
    if (definition === undefined) return []
    const { outcome, because } = outcomeOf(definition, workspace, canAsk)
    return [
      {
        name,
        description,
        parameters,
        output: definition.output.schema,
        kind: kindOf(definition),
        source: sourceOf(definition, builtIn, remote),
        permission: outcomes[outcome].permission,
        outcome,
        because,
      },
    ]
  }
}

function sourceOf(
  definition: ToolDefinition,
  builtIn: Workspace['builtIn'],
  remote: ReadonlyMap<string, string>,
): ToolSource {
  if (builtIn?.has(definition) === true) return 'built in'
  const server = remote.get(definition.name)
  return server === undefined ? 'host' : `mcp: ${server}`
}

/** By the names of tools, the servers that they are of. */
function serverOfTools(ctx: Workspace['ctx']): ReadonlyMap<string, string> {
  const servers = ctx.get('mcp')?.servers() ?? []
  return new Map(servers.flatMap(({ name, tools }) => tools.map((tool) => [tool.name, name] as const)))
}

/**
 * The tool of this name.
 * @throws UsageError `UNKNOWN_TOOL`, with the names that come near.
 */
export async function visibleTool(name: string, workspace: Workspace): Promise<ToolDefinition> {
  const { tools, agent } = workspace
  const definition = tools.get(name, agent)
  if (definition !== undefined) return definition
  const names = visibleTools(workspace).map((tool) => tool.name)
  if (isServerTool(name)) {
    const { serverToolHints } = await import('../mcp/missing-server.ts')
    throw new UsageError(`unknown tool "${name}"`, serverToolHints(name, names, workspace), 'UNKNOWN_TOOL')
  }
  const switched = switchedOnBy(name)
  throw new UsageError(
    `unknown tool "${name}"`,
    [...(switched === undefined ? meant(name, names) : [switched]), `the tools here are ${names.join(', ')}`],
    'UNKNOWN_TOOL',
  )
}
