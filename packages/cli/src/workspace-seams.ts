import type { Processes } from '@millrace/host'
import type { FileOperations } from '@millrace/toolbox'

/** What stands between the tools of a workspace and the machine, such as an editor in which its files are open. */
export interface WorkspaceSeams {
  /** The files that tools read and change, made of those of the folder, which decide first what may be reached. */
  readonly files?: (files: FileOperations) => FileOperations
  /** Starts the commands that no sandbox keeps in. Those that one keeps in start inside it. */
  readonly startOutside?: Processes['start']
}
