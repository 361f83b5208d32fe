import type { JsonObject, JsonValue } from '@millrace/protocol'
import type { ToolEntry } from '@millrace/web/wire'
import { exampleArguments } from '../../call/example.ts'
import { inSlices } from '../../in-slices.ts'
import { toolLister, visibleTools, type ForeseenTool } from '../../tools/listed.ts'
import { outcomes } from '../../tools/outcomes.ts'
import type { Workspace } from '../../workspace.ts'
import { lookForSandbox } from '../look-for-sandbox.ts'

/**
 * The tools of a workspace, with what a person wants to know before a call. Somebody is there to be asked: whoever looks at it.
 * What keeps commands in is looked for first, once.
 */
export async function toolEntries(workspace: Workspace): Promise<readonly ToolEntry[]> {
  await lookForSandbox(workspace)
  const listed = await inSlices(visibleTools(workspace), toolLister(workspace, true))
  return listed.flat().map((tool) => ({
    name: tool.name,
    description: tool.description,
    kind: tool.kind,
    source: tool.source,
    permission: tool.permission,
    why: whyOf(tool),
    parameters: asObject(tool.parameters),
    output: asObject(tool.output),
    example: asObject(exampleArguments(tool, workspace.root)),
  }))
}

/** `refused: a rule or the mode denies all its calls (rule Grep of millrace.jsonc:4 denies it)` */
function whyOf({ outcome, because }: ForeseenTool): string {
  return `${outcomes[outcome].meaning} (${because})`
}

/** Schemas and arguments are plain JSON; what is none would not reach a page anyway. */
function asObject(value: unknown): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, JsonValue>) : {}
}
