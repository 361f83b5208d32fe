import type { ToolDefinition } from '@millrace/tools'
import { editTool } from './edit/tool.ts'
import { globTool } from './glob/tool.ts'
import type { SearchAccelerator } from './grep/accelerator.ts'
import { grepTool } from './grep/tool.ts'
import { readTool } from './read/tool.ts'
import type { FileOperations } from './workspace/operations.ts'
import { SeenFiles } from './workspace/seen-files.ts'
import { writeTool } from './write/tool.ts'

/** How the tools on a workspace are made. */
export interface WorkspaceToolsOptions {
  /** Leaves out the tools that change files. */
  readonly readOnly?: boolean
  /** Counts for `grep` where it can; the results are the same. */
  readonly accelerator?: SearchAccelerator
  /** Where the tools note what was seen, for a host that previews changes by it. */
  readonly seen?: SeenFiles
}

/** All tools that work on a workspace: `read`, `write`, `edit`, `glob` and `grep`, which know what each has seen. */
export function workspaceTools(files: FileOperations, options: WorkspaceToolsOptions = {}): ToolDefinition[] {
  const { seen = new SeenFiles() } = options
  const changing = options.readOnly === true ? [] : [writeTool(files, seen), editTool(files, seen)]
  const search = options.accelerator === undefined ? {} : { accelerator: options.accelerator }
  return [readTool(files, seen), ...changing, globTool(files), grepTool(files, search)]
}
