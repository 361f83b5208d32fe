import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfinedRoot } from '@millrace/host'
import { confinedFiles } from '../../src/workspace/confined-files.ts'
import type { FileDirectory, FileOperations } from '../../src/workspace/operations.ts'

/** A temporary folder as a workspace. */
export interface TestWorkspace {
  /** Where it is, absolute. */
  readonly folder: string
  readonly files: FileOperations
  /** Writes files by their paths. */
  put(files: Record<string, string | Uint8Array>): Promise<void>
  /** An absolute path inside it. */
  at(path: string): string
  remove(): Promise<void>
}

/** Where syncing a file costs nothing, if the system has such a place. */
export const fastFolder: string = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Makes an empty workspace, in the folder for temporary files or another one. */
export async function makeWorkspace(parent: string = tmpdir()): Promise<TestWorkspace> {
  const folder = await mkdtemp(join(parent, 'millrace-toolbox-'))
  const root = await ConfinedRoot.open(folder)
  return {
    folder: root.path,
    files: confinedFiles(root),
    at: (path) => join(folder, path),
    async put(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), content)
      }
    },
    async remove() {
      await root.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The same files, which cannot be read many at a time. */
export function oneByOne(files: FileOperations): FileOperations {
  return {
    root: files.root,
    locate: (path) => files.locate(path),
    stat: (path, signal) => files.stat(path, signal),
    read: (path, options) => files.read(path, options),
    directory: (path, signal) => files.directory(path, signal),
    change: (path, decide, options) => files.change(path, decide, options),
  }
}

/** The same files, with every folder that is opened passed through `wrap`, and files of it read through it alone. */
export function wrapFolders(
  files: FileOperations,
  wrap: (directory: FileDirectory) => FileDirectory,
): FileOperations {
  const deep = (directory: FileDirectory): FileDirectory =>
    wrap({
      list: (signal) => directory.list(signal),
      stat: (name, signal) => directory.stat(name, signal),
      read: (name, options) => directory.read(name, options),
      directory: async (name, signal) => deep(await directory.directory(name, signal)),
      close: () => directory.close(),
    })
  return { ...oneByOne(files), directory: async (path, signal) => deep(await files.directory(path, signal)) }
}

/** The same files, counting the folders that are open. */
export function countFolders(files: FileOperations): { files: FileOperations; open: () => number } {
  let open = 0
  const counted = wrapFolders(files, (directory) => {
    open += 1
    return {
      ...directory,
      close: () => {
        open -= 1
        return directory.close()
      },
    }
  })
  return { files: counted, open: () => open }
}
