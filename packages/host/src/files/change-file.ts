import { lstatSync, type BigIntStats } from 'node:fs'
import { identityOf, modeOf, versionOf } from './facts.ts'
import { FileError } from './file-error.ts'
import { beforeOf, type FileBefore } from './file-before.ts'
import { holds } from './holds.ts'
import { refuseKernelFiles } from './kernel-files.ts'
import { notRegular } from './read-file.ts'
import type { Place } from './reach.ts'
import { replaceFile } from './replace-file.ts'
import { Turns } from './turns.ts'
import { walkToTarget, type Target, type Walk } from './walk.ts'

/** How a file is to be changed. */
export interface ChangeOptions {
  /** Ends the change as long as the file is the old one; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Whether folders that are missing on the way are made. They stay, also where nothing is written then. */
  readonly createFolders?: boolean
}

/** What a change left behind. */
export interface FileChange {
  /** False where the file was left as it was, or is not there and was not made. */
  readonly changed: boolean
  /** Whether nothing stood there before. */
  readonly created: boolean
  /** In bytes; 0 where there is no file. */
  readonly size: number
  /** The permission bits; 0 where there is no file. */
  readonly mode: number
  /** As `stat` and `read` tell it from now on; `''` where there is no file. */
  readonly version: string
  /** The file's place from the root with all links resolved, names joined by `/`. */
  readonly location: string
}

/** The new bytes of a file, from what stands there; `undefined` leaves it alone. */
export type FileDecision = (
  before: FileBefore | undefined,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>

// Of the module, so that two roots over one folder share it.
const turns = new Turns()

// A path whose links are moved about between two looks is looked at again, so many times.
const looks = 8

/** Reads, decides and replaces one file, while no other change of it is under way in this process. */
export async function changeFile(
  names: readonly string[],
  about: Walk,
  decide: FileDecision,
  createFolders: boolean,
): Promise<FileChange> {
  const look = () => lookAt(names, about, createFolders)
  const finish = async (looked: Looked) => {
    try {
      return await changeTarget(looked, about, decide)
    } finally {
      looked.target.release()
    }
  }
  for (let round = 0; round < looks; round++) {
    const asked = await look()
    const turn = turns.take(asked.key, about.signal)
    const waits = typeof turn !== 'function'
    // A descriptor is not held while others have their turn.
    if (waits) asked.target.release()
    const endTurn = await turn
    try {
      if (!waits && isCurrent(asked.target)) return await finish(asked)
      asked.target.release()
      const now = await look()
      if (now.key === asked.key) return await finish(now)
      now.target.release()
    } finally {
      endTurn()
    }
  }
  throw new FileError('FS_STALE_VERSION', about.asked, 'led somewhere else at every look; try again', {
    retryable: true,
  })
}

interface Looked {
  readonly target: Target
  /** The same for all spellings of a path, whatever root they are for. */
  readonly key: string
  /** What tells the folder of the target from every other. */
  readonly folder: string
}

async function lookAt(names: readonly string[], about: Walk, createFolders: boolean): Promise<Looked> {
  const target = await walkToTarget(names, about, createFolders ? 'make' : 'refuse')
  try {
    const stats = await statsOf(target.place, about)
    await refuseKernelFiles({ stats, address: target.place.address }, about.asked, about.base)
    if (target.found) await refuseKernelFiles(target.found, about.asked, about.base)
    const folder = identityOf(stats)
    return { target, folder, key: `${folder}/${folded(target.name)}` }
  } catch (error) {
    target.release()
    throw error
  }
}

// Another change may have ended between the look and the turn.
function isCurrent({ place, name, found }: Target): boolean {
  try {
    const now = lstatSync(`${place.address}/${name}`, { bigint: true, throwIfNoEntry: false })
    return now ? found !== undefined && versionOf(now) === versionOf(found.stats) : !found
  } catch {
    // The next look says what is wrong with it.
    return false
  }
}

async function statsOf(place: Place, { base }: Walk): Promise<BigIntStats> {
  const self = await base.reach.self(place)
  self.release()
  return self.stats
}

// These systems take two spellings for one name; to wait for another file once in a while does no harm.
function folded(name: string): string {
  return process.platform === 'darwin' || process.platform === 'win32'
    ? name.normalize('NFC').toLowerCase()
    : name
}

async function changeTarget(
  { target, folder }: Looked,
  about: Walk,
  decide: FileDecision,
): Promise<FileChange> {
  const { found, location } = target
  if (found && !found.stats.isFile()) throw notRegular(found, about.asked)
  const bytes = await decided(target, about, decide)
  about.signal?.throwIfAborted()
  if (!bytes || (found && (await holds(found, bytes, about.signal))))
    return { ...kept(found?.stats), location }
  const after = await replaceFile(target, folder, bytes, about)
  return {
    changed: true,
    created: !found,
    size: bytes.length,
    mode: modeOf(after),
    version: versionOf(after),
    location,
  }
}

async function decided(target: Target, about: Walk, decide: FileDecision): Promise<Uint8Array | undefined> {
  if (!target.found) return decide(undefined)
  const { before, end } = beforeOf(target.found, target.location, about)
  try {
    return await decide(before)
  } finally {
    await end()
  }
}

function kept(stats: BigIntStats | undefined): Omit<FileChange, 'location'> {
  const nothing = { changed: false, created: false, size: 0, mode: 0, version: '' }
  return stats
    ? { ...nothing, size: Number(stats.size), mode: modeOf(stats), version: versionOf(stats) }
    : nothing
}
