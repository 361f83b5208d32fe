import { FileError, type SpillReader } from '@millrace/host'
import type { FileOperations } from './operations.ts'

/**
 * The same files, and the ones that keep the whole of results too long to show: those can be read by the absolute path
 * that a result named, one by one. They cannot be listed or changed.
 */
export function withSpills(files: FileOperations, spills: SpillReader): FileOperations {
  return {
    root: files.root,
    locate: (path) => spills.locate(path) ?? files.locate(path),
    isReadOnly: (path) => spills.locate(path) !== undefined || files.isReadOnly?.(path) === true,
    stat: (path, signal) =>
      spills.locate(path) === undefined ? files.stat(path, signal) : spills.stat(path, signal),
    read: (path, options) =>
      spills.locate(path) === undefined ? files.read(path, options) : spills.read(path, options),
    // What is kept lies beside the workspace, and is left by both.
    ...(files.readTogether === undefined ? {} : { readTogether: files.readTogether.bind(files) }),
    ...(files.listTogether === undefined ? {} : { listTogether: files.listTogether.bind(files) }),
    directory: async (path, signal) => {
      if (spills.locate(path) === undefined) return files.directory(path, signal)
      throw new FileError('FS_NOT_DIRECTORY', path, 'is a file with kept output, not a folder; read it')
    },
    change: async (path, decide, options) => {
      if (spills.locate(path) !== undefined) throw readOnly(path)
      return files.change(path, decide, options)
    },
  }
}

function readOnly(path: string): FileError {
  return new FileError(
    'FS_READ_ONLY',
    path,
    'is kept output, which cannot be changed; write to the workspace',
  )
}
