import { closeSync, constants, fstatSync, lstatSync, open, realpathSync, unlinkSync } from 'node:fs'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { identityOf } from './facts.ts'
import { FileError, Strayed } from './file-error.ts'
import { listEntries } from './list-entries.ts'
import { absoluteNames, isBeneath, type Anchor } from './locate.ts'
import { openStats } from './open-stats.ts'
import type { Base, Found, Place, Reach } from './reach.ts'

const openAt = promisify(open)

// macOS 11 and later refuses links anywhere on the path with this, its O_NOFOLLOW_ANY. Not tried on a Mac yet.
const noLinks = process.platform === 'darwin' ? 0x20000000 : constants.O_NOFOLLOW

// Windows has neither flag; there the comparisons below stand alone.
const readable = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (noLinks ?? 0)
const fresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (noLinks ?? 0)
const readableDirectory = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (noLinks ?? 0)

/**
 * Systems without descriptors as paths: whatever was reached is compared, before its first byte is read or
 * written, with what stands at its path and with where that path really leads. A swap inside that window can go
 * unnoticed.
 */
export async function openByPath(path: string): Promise<Base> {
  const real = await realpath(path)
  const stats = await lstat(real, { bigint: true })
  if (!stats.isDirectory()) throw new FileError('FS_NOT_DIRECTORY', path, 'is not a directory')
  const windows = process.platform === 'win32'
  const anchor = { roots: [absoluteNames(real, windows)], windows }
  return { reach: pathReach(anchor), place: placeAt(real), path: real, dev: stats.dev }
}

function pathReach(anchor: Anchor): Reach {
  const find = async (address: string): Promise<Found> => {
    const stats = await lstat(address, { bigint: true })
    return {
      stats,
      address,
      openFile: () => openSame(address, identityOf(stats), anchor),
      asPlace: () => placeAt(address),
      release: () => {},
    }
  }
  return {
    async enter(place, name) {
      const address = `${place.address}/${name}`
      return (await lstat(address)).isDirectory() ? placeAt(address) : undefined
    },
    async find(place, name) {
      const found = await find(`${place.address}/${name}`)
      await refuseOutside(place.address, anchor)
      return found
    },
    async self(place) {
      const found = await find(place.address)
      await refuseOutside(place.address, anchor)
      return found
    },
    async list(place, signal) {
      const before = await identity(place.address)
      const entries = await listEntries(place.address, signal)
      await refuseOutside(place.address, anchor)
      if ((await identity(place.address)) !== before) throw new Strayed('replaced')
      return entries
    },
    async makeFolder(place, name) {
      await refuseOutside(place.address, anchor)
      await mkdir(`${place.address}/${name}`)
      await refuseOutside(place.address, anchor)
    },
    async makeFile(place, name, mode) {
      await refuseOutside(place.address, anchor)
      return makeFileInside(`${place.address}/${name}`, mode, anchor)
    },
    openFolder: (place) =>
      anchor.windows ? Promise.resolve(undefined) : openAt(place.address, readableDirectory),
    confirm(place, before) {
      if (!isBeneath(realpathSync(place.address), anchor)) throw new Strayed('outside')
      if (identityOf(lstatSync(place.address, { bigint: true })) !== before) throw new Strayed('replaced')
    },
  }
}

async function openSame(address: string, before: string, anchor: Anchor): Promise<number> {
  const fd = await openAt(address, readable)
  try {
    const stats = await openStats(fd)
    await refuseOutside(address, anchor)
    const same = identityOf(stats) === before && (await identity(address)) === before
    if (!same || !stats.isFile()) throw new Strayed('replaced')
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

async function makeFileInside(address: string, mode: number, anchor: Anchor): Promise<number> {
  const fd = await openAt(address, fresh, mode)
  const made = identityOf(fstatSync(fd, { bigint: true }))
  try {
    await refuseOutside(address, anchor)
    if ((await identity(address)) !== made) throw new Strayed('replaced')
    return fd
  } catch (error) {
    closeSync(fd)
    if (identityNow(address) === made) unlinkSync(address)
    throw error
  }
}

async function refuseOutside(address: string, anchor: Anchor): Promise<void> {
  if (!isBeneath(await realpath(address), anchor)) throw new Strayed('outside')
}

async function identity(address: string): Promise<string> {
  return identityOf(await lstat(address, { bigint: true }))
}

function identityNow(address: string): string | undefined {
  const stats = lstatSync(address, { bigint: true, throwIfNoEntry: false })
  return stats && identityOf(stats)
}

function placeAt(address: string): Place {
  return { address, release: () => {} }
}
