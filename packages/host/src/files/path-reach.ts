import { closeSync, constants, fstat, open, type BigIntStats } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { FileError, Strayed } from './file-error.ts'
import { listEntries } from './list-entries.ts'
import { absoluteNames, isBeneath, type Anchor } from './locate.ts'
import type { Base, Found, Place, Reach } from './reach.ts'

const openAt = promisify(open)
const statOf: (fd: number, options: { bigint: true }) => Promise<BigIntStats> = promisify(fstat)

// Windows has neither flag; there the comparison below stands alone.
const readable = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Systems without descriptors as paths: whatever was reached is compared, before its first byte, with what
 * stands at its path and with where that path really leads. A swap inside that window can go unnoticed.
 */
export async function openByPath(path: string): Promise<Base> {
  const real = await realpath(path)
  const stats = await lstat(real)
  if (!stats.isDirectory()) throw new FileError('FS_NOT_DIRECTORY', path, 'is not a directory')
  const windows = process.platform === 'win32'
  const anchor = { roots: [absoluteNames(real, windows)], windows }
  return { reach: pathReach(anchor), place: placeAt(real), path: real, dev: stats.dev }
}

function pathReach(anchor: Anchor): Reach {
  const find = async (address: string): Promise<Found> => {
    const stats = await lstat(address)
    const before = await identity(address)
    return {
      stats,
      address,
      openFile: () => openSame(address, before, anchor),
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
  }
}

async function openSame(address: string, before: string, anchor: Anchor): Promise<number> {
  const fd = await openAt(address, readable)
  try {
    const stats = await statOf(fd, { bigint: true })
    await refuseOutside(address, anchor)
    const same = identityOf(stats) === before && (await identity(address)) === before
    if (!same || !stats.isFile()) throw new Strayed('replaced')
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

async function refuseOutside(address: string, anchor: Anchor): Promise<void> {
  if (!isBeneath(await realpath(address), anchor)) throw new Strayed('outside')
}

async function identity(address: string): Promise<string> {
  return identityOf(await lstat(address, { bigint: true }))
}

// File ids of Windows do not fit into a number.
function identityOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`
}

function placeAt(address: string): Place {
  return { address, release: () => {} }
}
