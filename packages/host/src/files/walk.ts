import { readlink } from 'node:fs/promises'
import { FileError, isErrno, outside } from './file-error.ts'
import { isKernelPath } from './kernel-files.ts'
import { fileLimits } from './limits.ts'
import { targetParts, type Anchor } from './locate.ts'
import type { Base, Found, Place } from './reach.ts'

/** What a walk is about. */
export interface Walk {
  readonly base: Base
  readonly anchor: Anchor
  /** The path as it was asked for, which errors name. */
  readonly asked: string
  readonly signal: AbortSignal | undefined
}

/**
 * Follows names from the root to an entry, one directory at a time, resolving symbolic links by hand: `..` in a
 * target takes back the directory that was really entered, and nothing above the root can be named.
 * The caller releases what is found.
 */
export async function walk(names: readonly string[], about: Walk): Promise<Found> {
  const trail = new Trail(names, about)
  try {
    for (;;) {
      about.signal?.throwIfAborted()
      const found = await trail.step()
      if (found) return found
    }
  } finally {
    trail.leave()
  }
}

class Trail {
  private readonly ahead: string[]
  private behind: string[] = []
  private place: Place
  private links = 0
  private steps = 0

  private readonly about: Walk

  constructor(names: readonly string[], about: Walk) {
    this.ahead = names.toReversed()
    this.place = about.base.place
    this.about = about
  }

  /** One name further; the entry once there are no more names. */
  async step(): Promise<Found | undefined> {
    if (++this.steps > fileLimits.steps) throw this.endless()
    const name = this.ahead.pop()
    if (name === undefined) return this.about.base.reach.self(this.place)
    if (name === '..') return this.back()
    this.refuseKernel(name)
    const { reach } = this.about.base
    const last = this.ahead.length === 0
    const next = last ? undefined : await reach.enter(this.place, name)
    if (next) return this.move(next, name)
    const found = await reach.find(this.place, name)
    if (found.stats.isSymbolicLink()) {
      found.release()
      return this.follow(name)
    }
    if (last) return found
    return this.into(found, name)
  }

  /** Lets go of the directory in which the walk stands, unless that is the root itself. */
  leave(): void {
    if (this.place !== this.about.base.place) this.place.release()
    this.place = this.about.base.place
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
      'leads into a folder of the kernel, which is never read',
    )
  }

  private endless(): FileError {
    return new FileError('FS_TOO_MANY_LINKS', this.about.asked, 'leads through too many symbolic links')
  }
}
