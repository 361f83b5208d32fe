import { FileError } from '@millrace/host'
import { HarnessError } from '@millrace/schema'

/**
 * Refuses what would be taken for another file than was meant.
 * @throws HarnessError `FS_INVALID_PATH` for an empty path, and for one that a shell would take for the home folder.
 */
export function refuseUnmeantPath(path: string): void {
  if (path === '') throw new HarnessError('FS_INVALID_PATH', 'the path is empty; name the file to change')
  if (path !== '~' && !path.startsWith('~/')) return
  throw new FileError(
    'FS_INVALID_PATH',
    path,
    'begins with "~", which is not expanded here; give a path in the workspace, such as "./~/x" for a folder that has this name',
  )
}
