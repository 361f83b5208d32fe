import type { Stats } from 'node:fs'
import type { DirectoryEntry } from './facts.ts'

/** A directory in which a walk stands. */
export interface Place {
  /** A path through which its entries are reached: `address + '/' + name`. */
  readonly address: string
  /** Lets go of it; the address is invalid from then on. */
  release(): void
}

/** An entry that was found, and of which nothing was opened for reading yet. */
export interface Found {
  readonly stats: Stats
  readonly address: string
  /** A descriptor for reading, of exactly this regular file; the caller closes it. */
  openFile(): Promise<number>
  /** This directory as a place, which the caller releases in place of the entry. */
  asPlace(): Place
  release(): void
}

/** The system calls that a walk is made of. None of them follows a symbolic link at `name`. */
export interface Reach {
  /** Steps into a directory; undefined where `name` is no directory itself. */
  enter(place: Place, name: string): Promise<Place | undefined>
  find(place: Place, name: string): Promise<Found>
  /** The place itself once more, as an entry. */
  self(place: Place): Promise<Found>
  list(place: Place, signal?: AbortSignal): Promise<DirectoryEntry[]>
}

/** A root folder that was opened, and the way to reach what is beneath it. */
export interface Base {
  readonly reach: Reach
  readonly place: Place
  /** Where it really is. */
  readonly path: string
  /** The file system on which it lies. */
  readonly dev: number
}
