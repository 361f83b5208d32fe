import { escapeVisible } from '@millrace/protocol'
import { isHarnessError } from '@millrace/schema'
import type { ToolDefinition, ToolExecution, ToolGuard } from '@millrace/tools'
import { cutEnd } from '../text/cut.ts'
import type { FileOperations } from '../workspace/operations.ts'

/** Finds the definition that a call runs. */
export type ToolLookup = (name: string, execution: Readonly<ToolExecution>) => ToolDefinition | undefined

/**
 * A guard that denies a call whose `touches` name a path that its spelling alone puts outside the workspace, or
 * that is no path at all. What leads outside through links on the disk is refused by the files themselves.
 * A tool that cannot say what it touches is denied as well.
 */
export function workspaceGuard(lookup: ToolLookup, files: FileOperations): ToolGuard {
  return (execution) => {
    const tool = lookup(execution.name, execution)
    if (tool?.touches === undefined) return undefined
    try {
      const { paths = [] } = tool.touches(execution.arguments)
      for (const { path } of paths) {
        const reason = refusal(path, files)
        if (reason !== undefined) return reason
      }
      return undefined
    } catch (error) {
      return `tool "${execution.name}" failed to say which paths it touches: ${messageOf(error)}`
    }
  }
}

function refusal(path: string, files: FileOperations): string | undefined {
  try {
    files.locate(path)
    return undefined
  } catch (error) {
    if (!isHarnessError(error)) throw error
    if (error.code !== 'FS_OUTSIDE_ROOT') return error.message
    return (
      `"${escapeVisible(cutEnd(path, 200))}" is outside the workspace ${files.root}; ` +
      'give a path inside it, or run millrace in a folder that contains both'
    )
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it threw something that is no error'
}
