import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the names of all groups begin with. */
export const groupPrefix = 'millrace-'

const counters = new Set(['pids', 'memory'])

/** The name of the group for the tree with this mark. */
export function groupName(mark: string): string {
  return groupPrefix + mark.slice(0, -1)
}

/** Folders of control groups beneath which this process may make its own, one for each hierarchy. */
export interface CgroupHomes {
  /** Hierarchies of version 1 that count tasks or memory: programs are born in their groups, as threads can go in. */
  readonly counting: readonly string[]
  /** Version 2: programs are moved in, which costs more, and killed by the kernel in one step. */
  readonly unified: readonly string[]
}

/** Linux: the folders of control groups for commands. Nothing is tried that could disturb anybody. */
export function cgroupHomes(): CgroupHomes {
  if (process.platform !== 'linux') return { counting: [], unified: [] }
  const mounts = mountedHierarchies()
  const homes = ownGroups().flatMap(({ controllers, path }) => {
    const mount = mounts.find(({ options }) => {
      return controllers.length === 0
        ? options === undefined
        : controllers.every((name) => options?.includes(name))
    })
    if (mount === undefined || !path.startsWith(mount.root)) return []
    const folder = join(mount.point, path.slice(mount.root.length))
    return mayDivide(folder, path) ? [{ controllers, folder }] : []
  })
  const foldersOf = (chosen: typeof homes) => chosen.map(({ folder }) => folder)
  return {
    counting: foldersOf(homes.filter(({ controllers }) => controllers.some((name) => counters.has(name)))),
    unified: foldersOf(homes.filter(({ controllers }) => controllers.length === 0)),
  }
}

interface Mount {
  readonly point: string
  /** The group that stands at the mount point, as this process sees it, without a slash at the end. */
  readonly root: string
  /** The names of its controllers among others; undefined for the unified hierarchy. */
  readonly options: readonly string[] | undefined
}

function mountedHierarchies(): Mount[] {
  return linesOf('/proc/self/mountinfo').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , root = '', point = ''] = before.split(' ')
    const [type, , options = ''] = after.split(' ')
    if (type !== 'cgroup' && type !== 'cgroup2') return []
    const names = type === 'cgroup' ? options.split(',') : undefined
    return [{ point, root: root === '/' ? '' : root, options: names }]
  })
}

function ownGroups(): { controllers: string[]; path: string }[] {
  return linesOf('/proc/self/cgroup').map((line) => {
    const [, names = '', ...path] = line.split(':')
    return { controllers: names === '' ? [] : names.split(','), path: path.join(':') }
  })
}

/**
 * Whether the group is this process's to divide: it is alone in its view of the hierarchy, or the group was handed to
 * its user, or to a command of another host. A group that somebody else keeps for us is left as it is.
 */
function mayDivide(folder: string, path: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK)
    const user = process.getuid?.()
    if (path === '/' || path.slice(path.lastIndexOf('/') + 1).startsWith(groupPrefix)) return true
    return user !== 0 && statSync(folder).uid === user
  } catch {
    return false
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'latin1').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
