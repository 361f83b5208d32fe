import { factsOf, type DirectoryEntry, type FileFacts } from './facts.ts'
import { FileError, fileErrorOf } from './file-error.ts'
import { Held } from './held.ts'
import { isKernelPath, refuseKernelFiles } from './kernel-files.ts'
import { singleName, type Anchor } from './locate.ts'
import type { Base, Place } from './reach.ts'
import { readFound, type FileRead, type ReadOptions } from './read-file.ts'
import type { Reached } from './walk.ts'

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
  { found, location }: Reached,
  path: string,
  around: Surroundings,
): Promise<ConfinedDirectory> {
  if (!found.stats.isDirectory()) throw new FileError('FS_NOT_DIRECTORY', path, 'is not a directory')
  return new OpenDirectory(found.asPlace(), path, location, around)
}

class OpenDirectory implements ConfinedDirectory {
  readonly path: string
  private readonly location: string
  private readonly held: Held
  private readonly around: Surroundings

  constructor(place: Place, path: string, location: string, around: Surroundings) {
    this.path = path
    this.location = location
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
    return this.at(name, signal, async ({ found }) => factsOf(found.stats))
  }

  read(name: string, options: ReadOptions = {}): Promise<FileRead> {
    return this.at(name, options.signal, (reached, path) => readFound(reached, path, options))
  }

  directory(name: string, signal?: AbortSignal): Promise<ConfinedDirectory> {
    return this.at(name, signal, (reached, path) => openDirectory(reached, path, this.around))
  }

  close(): Promise<void> {
    return this.held.close()
  }

  private async at<T>(
    name: string,
    signal: AbortSignal | undefined,
    work: (reached: Reached, path: string) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const { base, anchor } = this.around
    const path = beneath(this.path, singleName(name, anchor))
    if (this.path === '' && anchor.roots[0]?.length === 0 && isKernelPath([name])) {
      throw new FileError('FS_PERMISSION', path, 'is a folder of the kernel, which is out of reach')
    }
    return this.held.use((place) =>
      visiting(
        async () => ({ found: await base.reach.find(place, name), location: beneath(this.location, name) }),
        path,
        base,
        signal,
        (reached) => work(reached, path),
      ),
    )
  }
}

function beneath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Finds an entry, works on it and lets go of it, whatever happens; system errors come out as `FileError`. */
export async function visiting<T>(
  find: () => Promise<Reached>,
  path: string,
  base: Base,
  signal: AbortSignal | undefined,
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
  try {
    const reached = await find()
    try {
      signal?.throwIfAborted()
      await refuseKernelFiles(reached.found, path, base)
      return await work(reached)
    } finally {
      reached.found.release()
    }
  } catch (error) {
    throw fileErrorOf(error, path)
  }
}
