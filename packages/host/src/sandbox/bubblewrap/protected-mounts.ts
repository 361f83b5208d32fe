import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { contains } from '../../files/contains.ts'
import { gitPlaces } from '../git-places.ts'
import { entryName, protectedEntries } from '../protected-paths.ts'

/** What keeps the protected paths of writable folders as they are. */
export interface ProtectedMounts {
  /** Folders on the way to a protected path; as mounts of their own they cannot be moved out of the way. */
  readonly ways: readonly string[]
  /** What is there, and is mounted read-only. */
  readonly present: readonly string[]
  /** What is not there: the outermost missing folder or file on each way. */
  readonly missing: readonly string[]
}

/** A protected path of a writable folder. */
interface Protected {
  /** The folders that lead to it, the outermost first, and then the path itself. */
  readonly steps: readonly string[]
  /** What it steers nothing without; undefined where it always does. */
  readonly idleWithout: string | undefined
}

/** Where to look, and what to leave out. */
export interface ProtectedPlaces {
  /** Real paths of the folders that commands may change. */
  readonly roots: readonly string[]
  readonly home: string
  /** Entries that commands may change all the same, as they are spelled; those of the home folder begin with `~/`. */
  readonly unprotected: ReadonlySet<string>
  /** Whether something is there only because somebody holds a place. */
  isPlaceholder(path: string): boolean
}

/** Finds out again and again what of the protected paths is there at the moment. */
export function watchProtected(places: ProtectedPlaces): () => ProtectedMounts {
  const fixed = protectedIn(places)
  return () => {
    const all = [...fixed, ...namedByGit(places)]
    const kinds = new Map<string, Kind>()
    const kindAt = (path: string): Kind => {
      const kind = kinds.get(path) ?? (places.isPlaceholder(path) ? 'missing' : kindOf(path))
      kinds.set(path, kind)
      return kind
    }
    const ways = new Set<string>()
    const present = new Set<string>()
    const missing = new Set<string>()
    for (const { steps, idleWithout } of all) {
      const end = steps.findIndex((step, index) => index === steps.length - 1 || kindAt(step) !== 'folder')
      for (const step of steps.slice(0, end)) ways.add(step)
      const last = steps[end] ?? ''
      const kind = kindAt(last)
      if (kind === 'link') for (const target of targetIn(last, places.roots)) present.add(target)
      else if (kind !== 'missing') present.add(last)
      else if (idleWithout === undefined || kindAt(idleWithout) !== 'missing') missing.add(last)
    }
    return { ways: [...ways], present: [...present], missing: [...missing] }
  }
}

/** What the settings of Git name in the writable folders. */
function namedByGit({ roots, home }: ProtectedPlaces): Protected[] {
  const inRoots = (path: string): string[][] =>
    roots.filter((root) => path !== root && contains(root, path)).map((root) => stepsTo(root, path))
  return roots.flatMap((root) => {
    const { hooks, settings } = gitPlaces(root, home)
    return [
      ...hooks.flatMap(inRoots).map((steps) => ({ steps, idleWithout: undefined })),
      // Git would not start with a folder in the place of one that is missing.
      ...settings.flatMap((path) => inRoots(path).map((steps) => ({ steps, idleWithout: path }))),
    ]
  })
}

function stepsTo(from: string, path: string): string[] {
  const parts = relative(from, path).split(sep)
  return parts.map((_, index) => join(from, ...parts.slice(0, index + 1)))
}

function protectedIn({ roots, home, unprotected }: ProtectedPlaces): Protected[] {
  return protectedEntries.flatMap((entry) => {
    if (unprotected.has(entryName(entry))) return []
    const { base, path, idleWithout } = entry
    const isReachable = roots.some((root) => contains(root, dirname(join(home, path))))
    const bases = base === 'workspace' ? roots : isReachable ? [home] : []
    // What commands may remove and make again tells nothing.
    const isTold = idleWithout !== undefined && !unprotected.has(idleWithout)
    return bases.map((from) => ({
      steps: stepsTo(from, join(from, path)),
      idleWithout: isTold ? join(from, idleWithout) : undefined,
    }))
  })
}

type Kind = 'missing' | 'link' | 'folder' | 'file'

function kindOf(path: string): Kind {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'missing'
  if (found.isSymbolicLink()) return 'link'
  return found.isDirectory() ? 'folder' : 'file'
}

/** Where a link leads, if commands could change that. Nothing can be mounted over the link itself. */
function targetIn(link: string, roots: readonly string[]): string[] {
  try {
    const target = realpathSync(link)
    return roots.some((root) => contains(root, target)) ? [target] : []
  } catch {
    return []
  }
}
