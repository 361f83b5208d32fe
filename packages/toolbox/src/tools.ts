import type { ToolDefinition } from '@millrace/tools'
import { globTool } from './glob/tool.ts'
import { grepTool } from './grep/tool.ts'
import { readTool } from './read/tool.ts'
import type { FileOperations } from './workspace/operations.ts'

/** All tools that work on a workspace: `read`, `glob` and `grep`. */
export function workspaceTools(files: FileOperations): ToolDefinition[] {
  return [readTool(files), globTool(files), grepTool(files)]
}
