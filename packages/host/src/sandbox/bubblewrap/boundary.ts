import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { contains } from '../../files/contains.ts'
import { heldBy } from './held-place.ts'
import type { HiddenPlaces } from './hidden-places.ts'
import { kernelPlaces } from './kernel-places.ts'
import type { ProtectedMounts } from './protected-mounts.ts'

/** What one command sees of the disk. */
export interface View {
  /** Real paths of the folders that it may change. */
  readonly roots: readonly string[]
  /** The folder that stands for `/tmp`. */
  readonly temporary: string
  readonly hidden: HiddenPlaces
  readonly protected: ProtectedMounts
  /** Sockets of programs outside. */
  readonly sockets: readonly string[]
  /** Files that stand for others. */
  readonly replaced: ReadonlyMap<string, string>
}

const namespaces = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
]

const foundation = [
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  '--ro-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
]

// Found under /run on some systems, and needed to run anything.
const programsInRun = ['/run/current-system', '/run/wrappers', '/run/opengl-driver']

/**
 * The arguments of bubblewrap that make the boundary, in the order in which the mounts lie on each other.
 * The environment is not among them, as everybody on the machine can read arguments; it is handed on as it is.
 */
export function boundary(view: View, network: 'joined' | 'none'): string[] {
  const isHidden = hiddenFrom(view)
  const { steering, telling } = kernelPlaces()
  return [
    ...namespaces,
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...foundation,
    ...steering.flatMap((path) => bindReadOnly(path, path)),
    ...telling.flatMap(nothing),
    ...hide(view, (path) => !isInRoot(view, path)),
    ...programsInRun.filter((path) => existsSync(path)).flatMap((path) => bindReadOnly(path, path)),
    ...bind(view.temporary, '/tmp'),
    ...view.roots.flatMap((path) => bind(path, path)),
    ...view.protected.ways.flatMap((path) => bind(path, path)),
    ...view.protected.present.flatMap((path) => bindReadOnly(path, path)),
    ...view.protected.missing.flatMap((path) =>
      heldBy(path) === undefined ? empty(path) : bindReadOnly(path, path),
    ),
    ...hide(view, (path) => isInRoot(view, path)),
    ...view.sockets.filter((path) => !isHidden(path)).flatMap(nothing),
  ]
}

/** Whether a place outside is out of sight inside, or something else stands there. */
export function hiddenFrom(view: View): (path: string) => boolean {
  const hidden = ['/proc', '/dev', '/tmp', ...view.hidden.folders]
  return (path) => hidden.some((folder) => contains(folder, path)) && !isInRoot(view, path)
}

const isInRoot = ({ roots }: View, path: string): boolean => roots.some((root) => contains(root, path))

function hide(view: View, chosen: (path: string) => boolean): string[] {
  const isCovered = (path: string): boolean =>
    contains('/tmp', path) || view.hidden.folders.some((folder) => contains(folder, dirname(path)))
  const shown = (path: string): boolean => chosen(path) && (isInRoot(view, path) || !isCovered(path))
  const instead = (path: string): string[] => {
    const copy = view.replaced.get(path)
    return copy === undefined ? nothing(path) : bindReadOnly(copy, path)
  }
  return [
    ...view.hidden.folders.filter((path) => !view.roots.includes(path) && shown(path)).flatMap(empty),
    ...view.hidden.files.filter(shown).flatMap(instead),
  ]
}

// What a program writes there in spite of its mode is in the memory of the sandbox, and gone with it.
const empty = (path: string): string[] => ['--perms', '0555', '--tmpfs', path]

const nothing = (path: string): string[] => bindReadOnly('/dev/null', path)

const bind = (from: string, to: string): string[] => ['--bind', from, to]

const bindReadOnly = (from: string, to: string): string[] => ['--ro-bind', from, to]
