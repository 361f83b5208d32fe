import { closeSync, constants, open, readlinkSync } from 'node:fs'
import { mkdir, readlink, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { identityOf } from './facts.ts'
import { isErrno, Strayed } from './file-error.ts'
import { listEntries } from './list-entries.ts'
import { absoluteNames, isBeneath } from './locate.ts'
import { openStats } from './open-stats.ts'
import type { Base, Found, Place, Reach } from './reach.ts'

const openAt = promisify(open)

// Pins an entry without opening it: no device is touched, no pipe waits, no permission to read is needed.
const O_PATH = 0o10000000
const pinned = O_PATH | constants.O_NOFOLLOW
const pinnedDirectory = pinned | constants.O_DIRECTORY
const followedDirectory = O_PATH | constants.O_DIRECTORY
const readable = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY
const readableDirectory = constants.O_RDONLY | constants.O_DIRECTORY
const fresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/**
 * Linux: every directory is held by a descriptor and every name is looked up beneath a held one, so that nobody
 * can swap a directory for a link between a check and its use.
 */
function descriptorReach(root: Place): Reach {
  return {
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
    makeFolder: (place, name) => mkdir(`${place.address}/${name}`),
    makeFile: (place, name, mode) => openAt(`${place.address}/${name}`, fresh, mode),
    openFolder: (place) => openAt(place.address, readableDirectory),
    // A held directory stays itself, but somebody may have moved it out of the root.
    confirm(place) {
      const roots = [absoluteNames(readlinkSync(root.address), false)]
      if (!isBeneath(readlinkSync(place.address), { roots, windows: false })) throw new Strayed('outside')
    },
  }
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
      const [there, held] = await Promise.all([
        stat(real, { bigint: true }),
        stat(place.address, { bigint: true }),
      ])
      if (identityOf(there) === identityOf(held)) {
        return { reach: descriptorReach(place), place, path: real, dev: held.dev }
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
    const stats = await openStats(fd)
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
