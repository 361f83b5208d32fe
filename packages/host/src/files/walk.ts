import { readlink } from 'node:fs/promises'
import { FileError, isErrno, outside } from './file-error.ts'
import { isKernelPath, refuseKernelFiles } from './kernel-files.ts'
import { fileLimits } from './limits.ts'
import { targetParts, type Anchor } from './locate.ts'
import type { Base, Found, Place } from './reach.ts'
import { syncFolder } from './sync-folder.ts'

/** What a walk is about. */
export interface Walk {
  readonly base: Base
  readonly anchor: Anchor
  /** The path as it was asked for, which errors name. */
  readonly asked: string
  readonly signal: AbortSignal | undefined
}

/** Where a walk ended. */
export interface Reached {
  readonly found: Found
  /** The names from the root, all links resolved, joined by `/`. */
  readonly location: string
}

/** A name to which something may be written, whether anything stands there or not. */
export interface Target {
  readonly place: Place
  /** The one name in `place`. */
  readonly name: string
  readonly found: Found | undefined
  /** The names from the root, all links resolved, joined by `/`. */
  readonly location: string
  /** May be called again. */
  release(): void
}

/**
 * Follows names from the root to an entry, one directory at a time, resolving symbolic links by hand: `..` in a
 * target takes back the directory that was really entered, and nothing above the root can be named.
 * The caller releases what is found.
 */
export async function walk(names: readonly string[], about: Walk): Promise<Reached> {
  const trail = new Trail(names, about)
  try {
    for (;;) {
      about.signal?.throwIfAborted()
      const found = await trail.step()
      if (found) return { found, location: trail.location }
    }
  } finally {
    trail.leave()
  }
}

/**
 * Follows names just so to where something is to be written. What is missing at the end stays so; folders that
 * are missing on the way are made where that is asked for. The caller releases the target.
 *
 * @throws FileError `FS_NOT_REGULAR_FILE` where the names lead to a directory that has no name of its own.
 */
export async function walkToTarget(
  names: readonly string[],
  about: Walk,
  missing: 'refuse' | 'make',
): Promise<Target> {
  const trail = new Trail(names, about, missing)
  try {
    for (;;) {
      about.signal?.throwIfAborted()
      const found = await trail.step()
      if (found || trail.isMissing) return trail.target(found)
    }
  } catch (error) {
    trail.leave()
    throw error
  }
}

class Trail {
  /** Whether nothing stands at the last name. */
  isMissing = false
  private readonly ahead: string[]
  private behind: string[] = []
  private place: Place
  private last: string | undefined
  private links = 0
  private steps = 0

  private readonly about: Walk
  private readonly missing: 'refuse' | 'make' | undefined

  constructor(names: readonly string[], about: Walk, missing?: 'refuse' | 'make') {
    this.ahead = names.toReversed()
    this.place = about.base.place
    this.about = about
    this.missing = missing
  }

  get location(): string {
    return (this.last === undefined ? this.behind : [...this.behind, this.last]).join('/')
  }

  /** One name further; the entry once there are no more names. */
  async step(): Promise<Found | undefined> {
    if (++this.steps > fileLimits.steps) throw this.endless()
    const name = this.ahead.pop()
    if (name === undefined) return this.about.base.reach.self(this.place)
    if (name === '..') return this.back()
    this.refuseKernel(name)
    const last = this.ahead.length === 0
    const next = last ? undefined : await this.enter(name)
    if (next) return this.move(next, name)
    const found = await this.find(name, last)
    if (!found) return undefined
    if (found.stats.isSymbolicLink()) {
      found.release()
      return this.follow(name)
    }
    if (!last) return this.into(found, name)
    this.last = name
    return found
  }

  /** What was found, or is missing, at the last name; whoever gets it owns the place. */
  target(found: Found | undefined): Target {
    const { place, last: name, location } = this
    if (name === undefined) {
      found?.release()
      throw new FileError('FS_NOT_REGULAR_FILE', this.about.asked, 'is a directory, not a file')
    }
    const release = () => {
      found?.release()
      this.leave()
    }
    return { place, name, found, location, release }
  }

  /** Lets go of the directory in which the walk stands, unless that is the root itself. */
  leave(): void {
    if (this.place !== this.about.base.place) this.place.release()
    this.place = this.about.base.place
  }

  private async enter(name: string): Promise<Place | undefined> {
    const { reach } = this.about.base
    try {
      return await reach.enter(this.place, name)
    } catch (error) {
      if (!this.missing || !isErrno(error, 'ENOENT')) throw error
    }
    await this.makeFolder(name)
    return reach.enter(this.place, name)
  }

  private async find(name: string, last: boolean): Promise<Found | undefined> {
    try {
      return await this.about.base.reach.find(this.place, name)
    } catch (error) {
      if (!last || !this.missing || !isErrno(error, 'ENOENT')) throw error
      this.last = name
      this.isMissing = true
      return undefined
    }
  }

  // What would lead up again from a folder that is not there leads nowhere: nothing is made for it.
  private async makeFolder(name: string): Promise<void> {
    const { base, asked } = this.about
    if (this.missing === 'refuse' || this.ahead.includes('..')) {
      throw new FileError('FS_NOT_FOUND', asked, 'stands in a folder that does not exist')
    }
    const here = await base.reach.self(this.place)
    try {
      await refuseKernelFiles(here, asked, base)
    } finally {
      here.release()
    }
    try {
      await base.reach.makeFolder(this.place, name)
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error
    }
    await syncFolder(base.reach, this.place)
  }

  private move(place: Place, name: string): undefined {
    this.leave()
    this.place = place
    this.behind.push(name)
  }

  private into(found: Found, name: string): undefined {
    if (found.stats.isDirectory()) return this.move(found.asPlace(), name)
    found.release()
    throw new FileError(
      'FS_NOT_DIRECTORY',
      this.about.asked,
      'leads through something that is not a directory',
    )
  }

  // The parent is walked to again: the kernel's own `..` could lead out of a directory that was moved away.
  private back(): undefined {
    if (this.behind.pop() === undefined) throw outside(this.about.asked)
    this.restart(this.behind)
  }

  private restart(names: readonly string[]): void {
    this.ahead.push(...names.toReversed())
    this.behind = []
    this.leave()
  }

  private async follow(name: string): Promise<undefined> {
    if (++this.links > fileLimits.links) throw this.endless()
    const target = await this.targetOf(name)
    if (target === undefined) {
      this.ahead.push(name)
      return
    }
    const rest = targetParts(target, this.about.anchor)
    if (!rest) throw outside(this.about.asked)
    if (rest.from === 'root') this.restart(rest.parts)
    else this.ahead.push(...rest.parts.toReversed())
  }

  // Undefined where the link was replaced since it was seen.
  private async targetOf(name: string): Promise<string | undefined> {
    try {
      return await readlink(`${this.place.address}/${name}`)
    } catch (error) {
      if (isErrno(error, 'EINVAL', 'UNKNOWN')) return undefined
      throw error
    }
  }

  private refuseKernel(name: string): void {
    const [root = []] = this.about.anchor.roots
    if (root.length > 0 || this.behind.length > 0 || !isKernelPath([name])) return
    throw new FileError(
      'FS_PERMISSION',
      this.about.asked,
      'leads into a folder of the kernel, which is out of reach',
    )
  }

  private endless(): FileError {
    return new FileError('FS_TOO_MANY_LINKS', this.about.asked, 'leads through too many symbolic links')
  }
}
