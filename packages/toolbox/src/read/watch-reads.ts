import type { FileOperations } from '../workspace/operations.ts'
import type { FileState, SeenFiles } from '../workspace/seen-files.ts'

/** What reading takes. */
export type ReadableFiles = Pick<FileOperations, 'locate' | 'read'>

/**
 * The same files, and a way to note what was read through them. What counts is the state of a file at its first
 * read: one that changed while it was read was not seen as it is now.
 */
export function watchReads(files: ReadableFiles): {
  readonly files: ReadableFiles
  readonly note: (seen: SeenFiles, agent: object | undefined) => void
} {
  const first = new Map<string, FileState>()
  return {
    files: {
      locate: (path) => files.locate(path),
      read: async (path, options) => {
        const read = await files.read(path, options)
        if (!first.has(read.location)) first.set(read.location, read)
        return read
      },
    },
    note: (seen, agent) => {
      for (const { location, version } of first.values()) seen.noteRead(agent, { location, version })
    },
  }
}
