import type { BigIntStats } from 'node:fs'
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
  readonly stats: BigIntStats
  readonly address: string
  /** A descriptor for reading, of exactly this regular file; the caller closes it. */
  openFile(): Promise<number>
  /** This directory as a place, which the caller releases in place of the entry. */
  asPlace(): Place
  release(): void
}

/** The system calls that a walk and a change are made of. None of them follows a symbolic link at `name`. */
export interface Reach {
  /** Steps into a directory; undefined where `name` is no directory itself. */
  enter(place: Place, name: string): Promise<Place | undefined>
  find(place: Place, name: string): Promise<Found>
  /** The place itself once more, as an entry. */
  self(place: Place): Promise<Found>
  list(place: Place, signal?: AbortSignal): Promise<DirectoryEntry[]>
  /** Makes a directory that lasts; one that stands there already is no error. */
  makeFolder(place: Place, name: string): Promise<void>
  /** A new and empty file, as a descriptor for writing that the caller closes; fails where anything stands. */
  makeFile(place: Place, name: string, mode: number): Promise<number>
  /** A descriptor for making lasting what was done to the names in a place; undefined where there is none. */
  openFolder(place: Place): Promise<number | undefined>
  /** Throws where a place is not beneath the root any more, or its address leads to another one than it did. */
  confirm(place: Place, identity: string): void
}

/** A root folder that was opened, and the way to reach what is beneath it. */
export interface Base {
  readonly reach: Reach
  readonly place: Place
  /** Where it really is. */
  readonly path: string
  /** The file system on which it lies. */
  readonly dev: bigint
}
