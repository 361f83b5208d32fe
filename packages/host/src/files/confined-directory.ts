import { factsOf, type DirectoryEntry, type FileFacts } from './facts.ts'
import { FileError, fileErrorOf } from './file-error.ts'
import { Held } from './held.ts'
import { isKernelFileSystem, isKernelPath } from './kernel-files.ts'
import { singleName, type Anchor } from './locate.ts'
import type { Base, Found, Place } from './reach.ts'
import { readFound, type FileRead, type ReadOptions } from './read-file.ts'

/**
 * A directory that is held open, for walking a tree: each entry is reached by its name alone, relative to the
 * held directory, and symbolic links are not followed. To follow one, ask the root for its path.
 */
export interface ConfinedDirectory {
  /** The path from the root by which it was asked for; `''` is the root itself. */
  readonly path: string
  /**
   * Every entry, in the order of their paths by code unit: a directory stands as if its name ended in `/`. A name
   * that is not UTF-8 has the kind `other`.
   */
  list(signal?: AbortSignal): Promise<DirectoryEntry[]>
  /** The facts of an entry itself, so that a symbolic link stays one. */
  stat(name: string, signal?: AbortSignal): Promise<FileFacts>
  /** Bytes of a regular file. */
  read(name: string, options?: ReadOptions): Promise<FileRead>
  /** A directory in this one; the caller closes it. */
  directory(name: string, signal?: AbortSignal): Promise<ConfinedDirectory>
  /** Lets go of the directory once what is under way has ended. May be called again. */
  close(): Promise<void>
}

/** What a directory needs to know of its root. */
export interface Surroundings {
  readonly base: Base
  readonly anchor: Anchor
}

/** A found entry as a held directory, which then owns it. */
export async function openDirectory(
  found: Found,
  path: string,
  around: Surroundings,
): Promise<ConfinedDirectory> {
  if (!found.stats.isDirectory()) throw new FileError('FS_NOT_DIRECTORY', path, 'is not a directory')
  return new OpenDirectory(found.asPlace(), path, around)
}

/** Refuses an entry on another file system than the root's where the kernel makes that one up. */
export async function refuseKernelFiles(found: Found, path: string, base: Base): Promise<void> {
  if (found.stats.dev === base.dev || !(await isKernelFileSystem(found.address))) return
  throw new FileError('FS_PERMISSION', path, 'lies on a file system of the kernel, which is never read')
}

class OpenDirectory implements ConfinedDirectory {
  readonly path: string
  private readonly held: Held
  private readonly around: Surroundings

  constructor(place: Place, path: string, around: Surroundings) {
    this.path = path
    this.held = new Held(place, path)
    this.around = around
  }

  list(signal?: AbortSignal): Promise<DirectoryEntry[]> {
    return this.held.use(async (place) => {
      signal?.throwIfAborted()
      try {
        return await this.around.base.reach.list(place, signal)
      } catch (error) {
        throw fileErrorOf(error, this.path)
      }
    })
  }

  stat(name: string, signal?: AbortSignal): Promise<FileFacts> {
    return this.at(name, signal, async (found) => factsOf(found.stats))
  }

  read(name: string, options: ReadOptions = {}): Promise<FileRead> {
    return this.at(name, options.signal, (found, path) => readFound(found, path, options))
  }

  directory(name: string, signal?: AbortSignal): Promise<ConfinedDirectory> {
    return this.at(name, signal, (found, path) => openDirectory(found, path, this.around))
  }

  close(): Promise<void> {
    return this.held.close()
  }

  private async at<T>(
    name: string,
    signal: AbortSignal | undefined,
    work: (found: Found, path: string) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const { base, anchor } = this.around
    const path = this.path === '' ? singleName(name, anchor) : `${this.path}/${singleName(name, anchor)}`
    if (this.path === '' && anchor.roots[0]?.length === 0 && isKernelPath([name])) {
      throw new FileError('FS_PERMISSION', path, 'is a folder of the kernel, which is never read')
    }
    return this.held.use((place) =>
      visiting(
        () => base.reach.find(place, name),
        path,
        base,
        signal,
        (found) => work(found, path),
      ),
    )
  }
}

/** Finds an entry, works on it and lets go of it, whatever happens; system errors come out as `FileError`. */
export async function visiting<T>(
  find: () => Promise<Found>,
  path: string,
  base: Base,
  signal: AbortSignal | undefined,
  work: (found: Found) => Promise<T>,
): Promise<T> {
  try {
    const found = await find()
    try {
      signal?.throwIfAborted()
      await refuseKernelFiles(found, path, base)
      return await work(found)
    } finally {
      found.release()
    }
  } catch (error) {
    throw fileErrorOf(error, path)
  }
}
