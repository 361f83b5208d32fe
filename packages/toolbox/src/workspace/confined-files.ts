import type { ConfinedRoot } from '@millrace/host'
import type { FileOperations } from './operations.ts'

/** The files beneath a confined root, for the file tools. The root stays its owner's to close. */
export function confinedFiles(root: ConfinedRoot): FileOperations {
  return {
    root: root.path,
    locate: (path) => (path === '' ? '' : root.locate(path)),
    stat: (path, signal) => root.stat(path, signal),
    read: (path, options) => root.read(path, options),
    readTogether: (paths, options) => root.readTogether(paths, options),
    listTogether: (paths, options) => root.listTogether(paths, options),
    directory: (path, signal) => root.directory(path, signal),
    change: (path, decide, options) => root.change(path, decide, options),
  }
}
