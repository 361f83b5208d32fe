import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { changeFile, type ChangeOptions, type FileDecision, type FileChange } from './change-file.ts'
import { openDirectory, visiting, type ConfinedDirectory } from './confined-directory.ts'
import { openByDescriptor } from './descriptor-reach.ts'
import { factsOf, identityOf, type DirectoryEntry, type FileFacts } from './facts.ts'
import { FileError, fileErrorOf, isErrno } from './file-error.ts'
import { Held } from './held.ts'
import { isKernelFileSystem, isKernelPath } from './kernel-files.ts'
import { absoluteNames, namesBeneath, namesOfFile, type Anchor } from './locate.ts'
import { openByPath } from './path-reach.ts'
import type { Base } from './reach.ts'
import { readFound, type FileRead, type ReadOptions } from './read-file.ts'
import { FileReader } from './together/file-reader.ts'
import type { FileContents, TogetherAnswers } from './together/protocol.ts'
import { entriesOf, spelledNames, unlessAborted, type TogetherOptions } from './together/together.ts'
import { walk, type Reached } from './walk.ts'

/**
 * How well the root keeps callers inside. `full`: no swap of links or directories leads out. `partial`: a swap
 * in the moment between two system calls can go unnoticed, as this system has no better way.
 */
export type Enforcement = 'full' | 'partial'

let construct: (base: Base, anchor: Anchor, enforcement: Enforcement, identity: string) => ConfinedRoot

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
  private readonly identity: string
  private readonly reader = new FileReader()

  private constructor(base: Base, anchor: Anchor, enforcement: Enforcement, identity: string) {
    this.path = base.path
    this.identity = identity
    this.enforcement = enforcement
    this.base = base
    this.anchor = anchor
    this.held = new Held(base.place, base.path)
  }

  static {
    construct = (base, anchor, enforcement, identity) => new ConfinedRoot(base, anchor, enforcement, identity)
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
    return this.at(path, signal, async ({ found }) => factsOf(found.stats))
  }

  /** Bytes of a regular file. A directory, pipe, socket or device is refused without being opened. */
  read(path: string, options: ReadOptions = {}): Promise<FileRead> {
    return this.at(path, options.signal, (reached) => readFound(reached, path, options))
  }

  /**
   * The whole bytes of many regular files, by one request to a thread of its own, in the order of their paths. What is
   * undefined, or missing at the end, is to be asked for by `read`, which says what it is: larger files, what links lead
   * to, what cannot be read, and everything where the root does not confine fully. Rejects once it is aborted, or closed.
   */
  readTogether(paths: readonly string[], options: TogetherOptions): Promise<FileContents> {
    return this.together('read', paths, options)
  }

  /**
   * The entries of many folders in the same way, each as `list` gives them. What is undefined, or missing at the end, is
   * to be asked for by `directory`.
   */
  async listTogether(
    paths: readonly string[],
    options: TogetherOptions,
  ): Promise<readonly (readonly DirectoryEntry[] | undefined)[]> {
    const listings = await this.together('list', paths, options)
    return listings.map((listing) => listing && entriesOf(listing))
  }

  /** A directory, held open for a walk of its tree; the caller closes it. */
  directory(path: string, signal?: AbortSignal): Promise<ConfinedDirectory> {
    return this.at(path, signal, (reached, located) =>
      openDirectory(reached, located, { base: this.base, anchor: this.anchor }),
    )
  }

  /**
   * Reads, decides and replaces one file, alone among all changes of that file in this process, whatever its
   * spelling. `decide` gets what stands there, `undefined` for nothing, and answers with the new bytes, or with
   * `undefined` to leave it alone; what it throws comes out as it is. It must not wait for another change of the
   * same file.
   *
   * The new bytes take the place of the old ones whole, and last, before the promise resolves; a file that has
   * these bytes already is not touched. Permission bits stay, the owner where this process may give files away.
   * Links are followed beneath the root, and their target changes. Other hard links keep the old content.
   *
   * @throws FileError `FS_STALE_VERSION` where somebody else changed the file meanwhile, `FS_NO_SPACE`,
   * `FS_READ_ONLY`, `FS_NOT_REGULAR_FILE` and what reading throws; nothing was changed then.
   */
  async change(path: string, decide: FileDecision, options: ChangeOptions = {}): Promise<FileChange> {
    options.signal?.throwIfAborted()
    const names = namesOfFile(path, this.anchor)
    const about = { base: this.base, anchor: this.anchor, asked: path, signal: options.signal }
    let refusal: { readonly error: unknown } | undefined
    const deciding: FileDecision = async (before) => {
      try {
        return await decide(before)
      } catch (error) {
        refusal = { error }
        throw error
      }
    }
    try {
      return await this.held.use(async () => {
        await this.refuseGone()
        return changeFile(names, about, deciding, options.createFolders ?? false)
      })
    } catch (error) {
      throw refusal?.error === error ? error : fileErrorOf(error, path, 'written')
    }
  }

  /** Lets go of the folder once what is under way has ended. Directories taken from it stay open. */
  async close(): Promise<void> {
    await this.held.close()
    await this.reader.stop()
  }

  private async together<K extends keyof TogetherAnswers>(
    kind: K,
    paths: readonly string[],
    { most, signal }: TogetherOptions,
  ): Promise<TogetherAnswers[K] | readonly []> {
    signal?.throwIfAborted()
    // In `/` itself, folders of the kernel are refused by their names.
    if (this.enforcement !== 'full' || this.path === '/') return []
    const spelled = paths.map((path) => spelledNames(path, this.anchor))
    const { dev } = this.base
    const answer = this.held.use(async ({ address }) => {
      if ((await this.isGone()) || signal?.aborted === true) return []
      return this.reader.ask({ kind, address, dev, paths: spelled, most })
    })
    return unlessAborted(answer, signal, () => this.reader.hurry(answer))
  }

  private async at<T>(
    path: string,
    signal: AbortSignal | undefined,
    work: (reached: Reached, located: string) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const names = path === '' ? [] : namesBeneath(path, this.anchor)
    const about = { base: this.base, anchor: this.anchor, asked: path, signal }
    return this.held.use(async () => {
      await this.refuseGone()
      return visiting(
        () => walk(names, about),
        path,
        this.base,
        signal,
        (reached) => work(reached, names.join('/')),
      )
    })
  }

  /** A folder that was deleted, or moved, still takes files through its descriptor, where nobody would find them. */
  private async isGone(): Promise<boolean> {
    try {
      return identityOf(await stat(this.path, { bigint: true })) !== this.identity
    } catch (error) {
      if (isErrno(error, 'ENOENT', 'ENOTDIR')) return true
      throw fileErrorOf(error, this.path)
    }
  }

  private async refuseGone(): Promise<void> {
    if (!(await this.isGone())) return
    throw new FileError(
      'FS_ROOT_GONE',
      this.path,
      'is the root folder, which was deleted, moved or replaced since it was opened; put it back, or open it again',
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
      const self = await base.reach.self(base.place)
      self.release()
      const identity = identityOf(self.stats)
      return construct(base, { roots, windows }, byDescriptor ? 'full' : 'partial', identity)
    } catch (error) {
      base.place.release()
      throw error
    }
  } catch (error) {
    throw fileErrorOf(error, path)
  }
}

async function refuseKernelRoot(base: Base, names: readonly string[], path: string): Promise<void> {
  // What lies in /dev/shm are ordinary files, in memory.
  const isMemory = names[0] === 'dev' && names[1] === 'shm'
  if ((!isKernelPath(names) || isMemory) && !(await isKernelFileSystem(base.place.address))) return
  throw new FileError('FS_PERMISSION', path, 'belongs to the kernel and cannot be a root folder')
}
