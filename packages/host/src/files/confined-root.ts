import { resolve } from 'node:path'
import { openDirectory, visiting, type ConfinedDirectory } from './confined-directory.ts'
import { openByDescriptor } from './descriptor-reach.ts'
import { factsOf, type FileFacts } from './facts.ts'
import { FileError, fileErrorOf } from './file-error.ts'
import { Held } from './held.ts'
import { isKernelFileSystem, isKernelPath } from './kernel-files.ts'
import { absoluteNames, namesBeneath, type Anchor } from './locate.ts'
import { openByPath } from './path-reach.ts'
import type { Base, Found } from './reach.ts'
import { readFound, type FileRead, type ReadOptions } from './read-file.ts'
import { walk } from './walk.ts'

/**
 * How well the root keeps callers inside. `full`: no swap of links or directories leads out. `partial`: a swap
 * in the moment between two system calls can go unnoticed, as this system has no better way.
 */
export type Enforcement = 'full' | 'partial'

let construct: (base: Base, anchor: Anchor, enforcement: Enforcement) => ConfinedRoot

/**
 * A folder as the only door to its files. Paths may be spelled relative to it or absolutely inside it; symbolic
 * links are followed as long as they stay beneath it, at most 40 for a path.
 */
export class ConfinedRoot {
  /** Where the folder really is: absolute, without links. */
  readonly path: string
  readonly enforcement: Enforcement
  private readonly base: Base
  private readonly anchor: Anchor
  private readonly held: Held

  private constructor(base: Base, anchor: Anchor, enforcement: Enforcement) {
    this.path = base.path
    this.enforcement = enforcement
    this.base = base
    this.anchor = anchor
    this.held = new Held(base.place, base.path)
  }

  static {
    construct = (base, anchor, enforcement) => new ConfinedRoot(base, anchor, enforcement)
  }

  /**
   * Opens a folder that the operator chose; links in its own path are followed once, now.
   *
   * @throws FileError `FS_NOT_FOUND`, `FS_NOT_DIRECTORY`, or `FS_PERMISSION` for `/proc`, `/sys`, `/dev` and
   * what lies beneath them.
   */
  static open(path: string): Promise<ConfinedRoot> {
    return openRoot(path, 'full')
  }

  /**
   * The one spelling of a path, from the root, names joined by `/`, and `''` for the root itself. It judges the
   * spelling alone: the path need not exist, and `a/..` is the root even where `a` is a link.
   *
   * @throws FileError `FS_OUTSIDE_ROOT` or `FS_INVALID_PATH`.
   */
  locate(path: string): string {
    return namesBeneath(path, this.anchor).join('/')
  }

  /** The facts of what a path leads to, links followed. */
  stat(path: string, signal?: AbortSignal): Promise<FileFacts> {
    return this.at(path, signal, async (found) => factsOf(found.stats))
  }

  /** Bytes of a regular file. A directory, pipe, socket or device is refused without being opened. */
  read(path: string, options: ReadOptions = {}): Promise<FileRead> {
    return this.at(path, options.signal, (found) => readFound(found, path, options))
  }

  /** A directory, held open for a walk of its tree; the caller closes it. */
  directory(path: string, signal?: AbortSignal): Promise<ConfinedDirectory> {
    return this.at(path, signal, (found, located) =>
      openDirectory(found, located, { base: this.base, anchor: this.anchor }),
    )
  }

  /** Lets go of the folder once what is under way has ended. Directories taken from it stay open. */
  close(): Promise<void> {
    return this.held.close()
  }

  private async at<T>(
    path: string,
    signal: AbortSignal | undefined,
    work: (found: Found, located: string) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const names = path === '' ? [] : namesBeneath(path, this.anchor)
    const about = { base: this.base, anchor: this.anchor, asked: path, signal }
    return this.held.use(() =>
      visiting(
        () => walk(names, about),
        path,
        this.base,
        signal,
        (found) => work(found, names.join('/')),
      ),
    )
  }
}

/**
 * Opens a root that confines as well as the system can, and no better than asked. Not exported by the package, so
 * that no caller can weaken the boundary; tests try the way of other systems with it.
 */
export async function openRoot(path: string, best: Enforcement): Promise<ConfinedRoot> {
  try {
    const byDescriptor = best === 'full' ? await openByDescriptor(path) : undefined
    const base = byDescriptor ?? (await openByPath(path))
    const windows = process.platform === 'win32'
    const roots = [absoluteNames(base.path, windows), absoluteNames(resolve(path), windows)]
    try {
      await refuseKernelRoot(base, roots[0] ?? [], path)
    } catch (error) {
      base.place.release()
      throw error
    }
    return construct(base, { roots, windows }, byDescriptor ? 'full' : 'partial')
  } catch (error) {
    throw fileErrorOf(error, path)
  }
}

async function refuseKernelRoot(base: Base, names: readonly string[], path: string): Promise<void> {
  if (!isKernelPath(names) && !(await isKernelFileSystem(base.place.address))) return
  throw new FileError('FS_PERMISSION', path, 'belongs to the kernel and cannot be a root folder')
}
