import { randomBytes } from 'node:crypto'
import { link, lstat, rename, unlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isErrno } from '../files/file-error.ts'
import type { DiskFile, DiskLock } from './disk.ts'
import { DiskError } from './disk-error.ts'
import { onDisk } from './disk-failure.ts'
import { lockMark, nameOfMark, ownerOfLock } from './lock-mark.ts'
import { openPrivateFile } from './private-file.ts'

/** Milliseconds for which a lock file without sense may be one that is just being written. */
const settlingMs = 3000

/** A lock changes hands between two looks at most this often before the taker gives up. */
const mostTries = 100

/** A process that was killed while it took over a lock leaves another one to take over. */
const mostDepth = 4

const longestMark = 200

/**
 * Takes the lock that is this file. One that a dead process left is taken over: only who holds the lock of that taking-over
 * may replace it, and looks again first, so that two takers never both succeed.
 *
 * @throws DiskError `DISK_LOCKED` where a process that lives has it.
 */
export function takeLock(path: string): Promise<DiskLock> {
  return takeAt(path, 0)
}

async function takeAt(path: string, depth: number): Promise<DiskLock> {
  const nonce = randomBytes(16).toString('hex')
  const mark = lockMark(nonce)
  const own = `${path}.${nonce}`
  await writeNew(own, mark)
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      if (await claim(own, path, mark)) return { release: once(() => release(path, mark)) }
      const found = await markIn(path)
      if (found === undefined) continue
      await requireNobodys(path, found)
      if (await replace({ own, path, found, depth })) return { release: once(() => release(path, mark)) }
      await pause(1)
    }
  } finally {
    await removeIfThere(own)
  }
  throw new DiskError('DISK_LOCKED', path, 'changes hands all the time; try again')
}

/** Puts a whole lock file in its place, unless one is there. */
async function claim(own: string, path: string, mark: string): Promise<boolean> {
  try {
    await link(own, path)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    // A file system without hard links.
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV')) {
      return onDisk(path, 'taken', () => Promise.reject(error))
    }
  }
  try {
    await writeNew(path, mark)
  } catch (error) {
    if (error instanceof DiskError && error.code === 'DISK_EXISTS') return false
    throw error
  }
  return (await markIn(path)) === mark
}

async function replace(taking: {
  readonly own: string
  readonly path: string
  readonly found: string
  readonly depth: number
}): Promise<boolean> {
  const { own, path, found, depth } = taking
  if (depth >= mostDepth) {
    throw new DiskError('DISK_LOCKED', path, 'was left by a dead process; remove it and its like beside it')
  }
  let right: DiskLock
  try {
    right = await takeAt(`${path}.${nameOfMark(found)}`, depth + 1)
  } catch (error) {
    // Another process takes it over just now.
    if (error instanceof DiskError && error.code === 'DISK_LOCKED' && depth + 1 < mostDepth) return false
    throw error
  }
  try {
    if ((await markIn(path)) !== found) return false
    await onDisk(path, 'taken', () => rename(own, path))
    return true
  } finally {
    await right.release()
  }
}

async function requireNobodys(path: string, mark: string): Promise<void> {
  const owner = ownerOfLock(mark)
  if (owner.kind === 'living') {
    const who = owner.pid === process.pid ? `this process (${owner.pid})` : `process ${owner.pid}, which runs`
    throw new DiskError('DISK_LOCKED', path, `is held by ${who}; end its use there first`)
  }
  if (owner.kind === 'elsewhere') {
    throw new DiskError(
      'DISK_LOCKED',
      path,
      `is held by process ${owner.pid} of another container, which cannot be seen from here; if it has ended, remove the file`,
    )
  }
  if (mark.startsWith('millrace-lock ') && mark.endsWith('\n')) return
  const age = await ageOf(path)
  if (age !== undefined && age < settlingMs) {
    throw new DiskError('DISK_LOCKED', path, 'is just being taken by another process; try again')
  }
}

async function ageOf(path: string): Promise<number | undefined> {
  try {
    // A time in the future says nothing.
    return Math.abs(Date.now() - (await lstat(path)).mtimeMs)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    return onDisk(path, 'looked at', () => Promise.reject(error))
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await openPrivateFile(path, 'create')
  try {
    await writeWhole(file, Buffer.from(text))
  } finally {
    await file.close()
  }
}

async function writeWhole(file: DiskFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done), done)
}

async function markIn(path: string): Promise<string | undefined> {
  let file: DiskFile
  try {
    file = await openPrivateFile(path, 'read')
  } catch (error) {
    if (error instanceof DiskError && error.code === 'DISK_NOT_FOUND') return undefined
    throw error
  }
  try {
    return Buffer.from(await file.read(0, longestMark)).toString('latin1')
  } finally {
    await file.close()
  }
}

async function release(path: string, mark: string): Promise<void> {
  // Somebody may have removed the file by hand, and another process taken the lock since.
  if ((await markIn(path)) === mark) await removeIfThere(path)
}

async function removeIfThere(path: string): Promise<void> {
  await onDisk(path, 'removed', () =>
    unlink(path).catch((error: unknown) => {
      if (!isErrno(error, 'ENOENT')) throw error
    }),
  )
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= act())
}
