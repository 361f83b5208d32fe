import { resolve } from 'node:path'
import { contains } from '@millrace/host'
import { escapeVisible } from '@millrace/protocol'
import {
  webPolicy,
  workspaceGuard,
  type FileOperations,
  type ToolLookup,
  type WebOperations,
} from '@millrace/toolbox'
import type { ToolDefinition, ToolGuard } from '@millrace/tools'
import { leadsTo } from './leads-to.ts'
import type { Workspace } from './workspace.ts'

/** What the boundary of a workspace is made of. */
export interface BoundaryOptions {
  readonly files: FileOperations
  readonly web: WebOperations
  /** Tools that reach a host which whoever owns the environment chose, and which may be private. */
  readonly trustedTools: readonly ToolDefinition[]
}

/**
 * Keeps calls within the folder and away from private hosts.
 * @returns the guard that denies whatever anybody answers, so that nobody needs to be asked about it.
 */
export function installBoundary(
  { ctx, tools }: Pick<Workspace, 'ctx' | 'tools'>,
  { files, web, trustedTools }: BoundaryOptions,
): ToolGuard {
  const lookup: ToolLookup = (name, { agent }) => tools.get(name, agent)
  const outside = workspaceGuard(lookup, files)
  const linked = linkedOutside(lookup, files.root)
  // Named, because the name is what a card says about who denied a call.
  const guard: ToolGuard = function workspace(execution) {
    return outside(execution) ?? linked(execution)
  }
  tools.guard(guard)
  const onStrangers: ToolLookup = (name, call) => {
    const found = lookup(name, call)
    return found !== undefined && trustedTools.includes(found) ? undefined : found
  }
  ctx.on('tools/pre-execute', webPolicy(onStrangers, web))
  return guard
}

/**
 * Denies what leads outside through links as they are now. The files refuse that by themselves, but not before somebody
 * was asked about it in vain.
 */
function linkedOutside(lookup: ToolLookup, root: string): ToolGuard {
  return (execution) => {
    const paths = lookup(execution.name, execution)?.touches?.(execution.arguments).paths ?? []
    const led = paths.find(({ path }) => contains(root, resolve(root, path)) && leadsOut(path, root))
    return (
      led &&
      `"${escapeVisible(led.path)}" leads outside the workspace ${escapeVisible(root)} through a link; pass the path of a ` +
        'file inside it'
    )
  }
}

function leadsOut(path: string, root: string): boolean {
  const end = leadsTo(resolve(root, path))
  return end !== undefined && !contains(root, end)
}
