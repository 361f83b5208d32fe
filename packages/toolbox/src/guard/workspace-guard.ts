import { escapeVisible } from '@millrace/protocol'
import { isHarnessError } from '@millrace/schema'
import type { ToolDefinition, ToolExecution, ToolGuard } from '@millrace/tools'
import { messageOf } from '../failures/message-of.ts'
import { cutEnd } from '../text/cut.ts'
import type { FileOperations } from '../workspace/operations.ts'

/** Finds the definition that a call runs. */
export type ToolLookup = (name: string, execution: Readonly<ToolExecution>) => ToolDefinition | undefined

/**
 * A guard that denies a call whose `touches` name a path that its spelling alone puts outside the workspace. What
 * leads outside through links on the disk, and a path that can name no file, is refused by the files themselves. What
 * the files offer beside the workspace for reading alone may be read.
 * What cannot be judged is denied as well: a tool that fails to say what it touches, or names something that is
 * not text.
 */
export function workspaceGuard(lookup: ToolLookup, files: FileOperations): ToolGuard {
  return (execution) => {
    const tool = lookup(execution.name, execution)
    if (tool?.touches === undefined) return undefined
    try {
      const { paths = [] } = tool.touches(execution.arguments)
      for (const { path, access } of paths) {
        if (typeof path !== 'string') return `tool "${execution.name}" touches a path that is not text`
        const reason = refusal(path, files) ?? writeRefusal(path, access, files)
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
    if (error.code === 'FS_INVALID_PATH' && staysInside(path, files)) return undefined
    if (error.code !== 'FS_OUTSIDE_ROOT') return error.message
    return (
      `"${escapeVisible(cutEnd(path, 200))}" is outside the workspace ${escapeVisible(files.root)}; ` +
      'open the workspace at a folder that contains both, or pass a path inside it'
    )
  }
}

/** What lies beside the workspace may be read at most; an access that is not exactly that is taken for writing. */
function writeRefusal(path: string, access: unknown, files: FileOperations): string | undefined {
  if (access === 'read' || files.isReadOnly?.(path) !== true) return undefined
  return `"${escapeVisible(cutEnd(path, 200))}" is kept output, which can be read and not changed; write to the workspace`
}

/**
 * Whether a path that can name no file would still lie inside if a tool mended it, by dropping what no name holds
 * or by taking back names: such a tool must not be let out.
 */
function staysInside(path: string, { root }: FileOperations): boolean {
  const plain = path.replaceAll(/[\p{Control}\p{Surrogate}]/gu, '').trim()
  const beneath = plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain
  return !/^(?:[\\/]|[a-z]:)/i.test(beneath) && !beneath.includes('..')
}
