import { changeLimits } from '../change/limits.ts'
import { DigestSoFar } from '../workspace/content-digest.ts'
import type { FileOperations } from '../workspace/operations.ts'
import type { SeenFiles } from '../workspace/seen-files.ts'
import type { ShownPart } from '../workspace/seen-lines.ts'

/** What reading takes. */
export type ReadableFiles = Pick<FileOperations, 'locate' | 'read'>

/** A file that is read. */
interface Watched {
  readonly version: string
  /** Of what was read of it from its start on, in one go. */
  readonly digest: DigestSoFar
  readonly size: number
  isTorn: boolean
}

/**
 * The same files, and a way to note what was read through them. What counts is the state of a file at its first
 * read: one that changed while it was read was not seen as it is now.
 */
export function watchReads(files: ReadableFiles): {
  readonly files: ReadableFiles
  readonly note: (seen: SeenFiles, agent: object | undefined, shown: ShownPart) => void
} {
  const watched = new Map<string, Watched>()
  return {
    files: {
      locate: (path) => files.locate(path),
      read: async (path, options) => {
        const { location, version, size, ...read } = await files.read(path, options)
        const file = watched.get(location) ?? { version, digest: new DigestSoFar(), size, isTorn: false }
        watched.set(location, file)
        if (version !== file.version) file.isTorn = true
        // Larger files are not changed by the tools, so nobody asks for their content again.
        const isNext = (options?.offset ?? 0) === file.digest.length && size <= changeLimits.fileBytes
        if (isNext) file.digest.add(read.bytes)
        return { location, version, size, ...read }
      },
    },
    note: (seen, agent, shown) => {
      for (const [location, { version, digest, size, isTorn }] of watched) {
        const isWhole = !isTorn && digest.length === size
        const state = { location, version, ...(isWhole ? { digest: digest.hex() } : {}) }
        seen.noteRead(agent, state, isTorn ? 'nothing' : shown)
      }
    },
  }
}
