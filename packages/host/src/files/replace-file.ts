import {
  closeSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  renameSync,
  unlinkSync,
  write,
  type BigIntStats,
} from 'node:fs'
import { promisify } from 'node:util'
import { adoptOwner } from './adopt-owner.ts'
import { versionOf } from './facts.ts'
import { stale } from './file-before.ts'
import { FileError, fileErrorOf, isErrno } from './file-error.ts'
import { syncOpenFolder } from './sync-folder.ts'
import { temporaryName } from './temporary-name.ts'
import type { Target, Walk } from './walk.ts'

const writeAt = promisify(write)
const sync = promisify(fsync)

const stretch = 1024 * 1024

/**
 * Puts a file with these bytes in the place of the target, whole and lasting or not at all. Answers with what the
 * system says of the new file.
 */
export async function replaceFile(
  target: Target,
  folder: string,
  bytes: Uint8Array,
  about: Walk,
): Promise<BigIntStats> {
  const { reach } = about.base
  // Opened before anything is changed, so that a folder that cannot be synced is left as it was.
  const lasting = await reach.openFolder(target.place)
  try {
    const after = await putInPlace(target, folder, bytes, about)
    if (lasting !== undefined) await settle(lasting, about.asked)
    return after
  } finally {
    if (lasting !== undefined) closeSync(lasting)
  }
}

async function putInPlace(
  target: Target,
  folder: string,
  bytes: Uint8Array,
  { base, asked, signal }: Walk,
): Promise<BigIntStats> {
  const { place, found } = target
  const name = temporaryName(target.name)
  const fd = await base.reach.makeFile(place, name, found ? 0o600 : 0o666)
  try {
    await fill(fd, bytes, signal)
    if (found) await adoptOwner(fd, found.stats)
    await sync(fd)
    signal?.throwIfAborted()
    const staged = fstatSync(fd, { bigint: true })
    // From here on nothing waits: what is compared is what is replaced.
    base.reach.confirm(place, folder)
    swapIn(name, target, asked)
    return newest(staged, fstatSync(fd, { bigint: true }))
  } catch (error) {
    discard(`${place.address}/${name}`)
    throw error
  } finally {
    closeSync(fd)
  }
}

async function fill(fd: number, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  let at = 0
  while (at < bytes.length) {
    signal?.throwIfAborted()
    const { bytesWritten } = await writeAt(fd, bytes, at, Math.min(stretch, bytes.length - at), at)
    at += bytesWritten
  }
}

function swapIn(temporary: string, { place, name, found }: Target, asked: string): void {
  const from = `${place.address}/${temporary}`
  const to = `${place.address}/${name}`
  if (!found) {
    if (!linkedAnew(from, to, asked)) {
      if (lstatSync(to, { throwIfNoEntry: false })) throw stale(asked)
      renameSync(from, to)
    }
    return
  }
  const now = lstatSync(to, { bigint: true, throwIfNoEntry: false })
  if (!now || versionOf(now) !== versionOf(found.stats)) throw stale(asked)
  renameSync(from, to)
}

/** Gives a file its name where nothing has it, in one step; false where the file system knows no second names. */
function linkedAnew(from: string, to: string, asked: string): boolean {
  try {
    linkSync(from, to)
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw stale(asked)
    if (isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV')) return false
    throw error
  }
  discard(from)
  return true
}

// Whoever wrote to the new file already did so after these bytes: their version must not pass for that content.
function newest(staged: BigIntStats, after: BigIntStats): BigIntStats {
  return after.mtimeNs === staged.mtimeNs && after.size === staged.size ? after : staged
}

async function settle(fd: number, asked: string): Promise<void> {
  try {
    await syncOpenFolder(fd)
  } catch (error) {
    throw new FileError(
      'FS_IO',
      asked,
      'was written, but the system could not make sure that this outlasts a loss of power',
      { cause: fileErrorOf(error, asked, 'written') },
    )
  }
}

// The new file has its name by then, or what failed before is what the caller must learn.
function discard(address: string): void {
  try {
    unlinkSync(address)
  } catch {
    return
  }
}
