import { closeSync, constants, fstat, open, type Stats } from 'node:fs'
import { readlink, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { isErrno } from './file-error.ts'
import { listEntries } from './list-entries.ts'
import type { Base, Found, Place, Reach } from './reach.ts'

const openAt = promisify(open)
const statOf = promisify<number, Stats>(fstat)

// Pins an entry without opening it: no device is touched, no pipe waits, no permission to read is needed.
const O_PATH = 0o10000000
const pinned = O_PATH | constants.O_NOFOLLOW
const pinnedDirectory = pinned | constants.O_DIRECTORY
const followedDirectory = O_PATH | constants.O_DIRECTORY
const readable = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * Linux: every directory is held by a descriptor and every name is looked up beneath a held one, so that nobody
 * can swap a directory for a link between a check and its use.
 */
const descriptorReach: Reach = {
  async enter(place, name) {
    try {
      return placeOf(await openAt(`${place.address}/${name}`, pinnedDirectory))
    } catch (error) {
      if (isErrno(error, 'ENOTDIR', 'ELOOP')) return undefined
      throw error
    }
  },
  find: async (place, name) => foundAt(await openAt(`${place.address}/${name}`, pinned)),
  self: async (place) => foundAt(await openAt(place.address, followedDirectory)),
  list: (place, signal) => listEntries(place.address, signal),
}

/**
 * Opens a root folder, links in its own path followed. Undefined where this process does not see its own
 * descriptors as paths, on which all of this stands.
 */
export async function openByDescriptor(path: string): Promise<Base | undefined> {
  if (process.platform !== 'linux') return undefined
  const place = placeOf(await openAt(path, followedDirectory))
  try {
    const real = await readlink(place.address).catch(() => undefined)
    if (real !== undefined) {
      const [there, held] = await Promise.all([stat(real), stat(place.address)])
      if (there.dev === held.dev && there.ino === held.ino) {
        return { reach: descriptorReach, place, path: real, dev: held.dev }
      }
    }
  } catch (error) {
    place.release()
    throw error
  }
  place.release()
  return undefined
}

async function foundAt(fd: number): Promise<Found> {
  let held = true
  const release = () => {
    if (held) closeSync(fd)
    held = false
  }
  try {
    const stats = await statOf(fd)
    const openFile = () => openAt(addressOf(fd), readable)
    const asPlace = () => {
      held = false
      return placeOf(fd)
    }
    return { stats, address: addressOf(fd), openFile, asPlace, release }
  } catch (error) {
    release()
    throw error
  }
}

function placeOf(fd: number): Place {
  return { address: addressOf(fd), release: () => closeSync(fd) }
}

function addressOf(fd: number): string {
  return `/proc/self/fd/${fd}`
}
