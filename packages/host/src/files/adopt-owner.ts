import { fchmod, fchown, type BigIntStats } from 'node:fs'
import { promisify } from 'node:util'
import { modeOf } from './facts.ts'
import { isErrno } from './file-error.ts'
import { openStats } from './open-stats.ts'

const ownerOf = promisify(fchown)
const permit = promisify(fchmod)

const setIds = 0o6000
const unchanged = -1

/** Gives an open file the owner, the group and the permission bits of an old one, as far as this process may. */
export async function adoptOwner(fd: number, old: BigIntStats): Promise<void> {
  const made = await openStats(fd)
  const sameUser = made.uid === old.uid
  const sameGroup = made.gid === old.gid
  const [user, group] = [Number(old.uid), Number(old.gid)]
  const both = (sameUser && sameGroup) || (await chown(fd, user, group))
  const kept = both || sameGroup || (await chown(fd, unchanged, group))
  const mode = permissionBits(modeOf(old), both, kept)
  if (modeOf(made) !== mode) await permit(fd, mode)
}

// The bits mean somebody else where the owner is another: nobody may gain by that.
function permissionBits(mode: number, owner: boolean, group: boolean): number {
  const bits = owner ? mode : mode & ~setIds
  return group ? bits : bits & ~(0o070 & ~((bits & 0o007) << 3))
}

async function chown(fd: number, user: number, group: number): Promise<boolean> {
  try {
    await ownerOf(fd, user, group)
    return true
  } catch (error) {
    // EINVAL: an owner that is not known in this user namespace.
    if (isErrno(error, 'EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP')) return false
    throw error
  }
}
