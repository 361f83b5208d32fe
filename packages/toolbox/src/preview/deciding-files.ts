import { join } from 'node:path'
import { isHarnessError } from '@millrace/schema'
import type { FileOperations } from '../workspace/operations.ts'

/** Told what a change would make of a file, by its absolute path; `before` is `undefined` where nothing stands there. */
export type Decided = (path: string, before: Uint8Array | undefined, after: Uint8Array) => void

/**
 * The same files, of which none changes: a change is decided, and goes no further. No folder is made either.
 * @param tell - told of each decision; the bytes from before are read only for it.
 */
export function decidingFiles(files: FileOperations, tell?: Decided): FileOperations {
  return {
    root: files.root,
    locate: (path) => files.locate(path),
    stat: (path, signal) => files.stat(path, signal),
    read: (path, options) => files.read(path, options),
    directory: (path, signal) => files.directory(path, signal),
    change: (...asked) => decideOnly(files, tell, ...asked),
  }
}

/** What a change would leave behind, with the version that the file has now. */
async function decideOnly(
  files: FileOperations,
  tell: Decided | undefined,
  ...[path, decide, { signal, createFolders } = {}]: Parameters<FileOperations['change']>
): ReturnType<FileOperations['change']> {
  let isAsked = false
  let existed = false
  let bytes: Uint8Array | undefined
  const decided: typeof decide = async (before) => {
    isAsked = true
    existed = before !== undefined
    bytes = await decide(before)
    if (bytes !== undefined && tell !== undefined)
      tell(join(files.root, files.locate(path)), await before?.read(), bytes)
    return undefined
  }
  const look = async (): ReturnType<FileOperations['change']> => {
    try {
      return await files.change(path, decided, signal === undefined ? {} : { signal })
    } catch (error) {
      const lacksFolder = createFolders === true && !isAsked && isHarnessError(error)
      if (!lacksFolder || error.code !== 'FS_NOT_FOUND') throw error
      await decided(undefined)
      return { changed: false, created: false, size: 0, mode: 0, version: '', location: files.locate(path) }
    }
  }
  const stands = await look()
  return bytes === undefined ? stands : { ...stands, changed: true, created: !existed, size: bytes.length }
}
