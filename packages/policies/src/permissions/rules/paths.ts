/** Where paths are seen from. */
export interface Places {
  /** The workspace, absolute. */
  readonly root: string
  /** The person's home folder, absolute; none where it is not known. */
  readonly home?: string
}

/** The same, taken apart once. */
export interface Bases {
  readonly root: readonly string[]
  readonly home?: readonly string[]
}

/** Takes the places apart that all paths are seen from. */
export function basesOf({ root, home }: Places): Bases {
  return { root: namesOf(root), ...(home !== undefined && { home: namesOf(home) }) }
}

/** A path by its spelling alone. */
export interface Place {
  /** In the workspace, or somewhere else. */
  readonly inside: boolean
  /** From the workspace on; none outside. */
  readonly names: readonly string[]
  /** From the root of the disk on, or from `~` on where nobody knows what that is. */
  readonly absolute: readonly string[]
  /** As explanations show it and rules spell it. */
  readonly spelled: string
}

/** Where a path leads: relative to the workspace, absolute, or from `~` on. `.` and `..` are worked out. */
export function placeOf(path: string, bases: Bases): Place {
  const absolute = absoluteOf(path, bases)
  const names = beneath(absolute, bases.root)
  if (names !== undefined) {
    return { inside: true, names, absolute, spelled: names.length === 0 ? '.' : names.join('/') }
  }
  const fromHome = bases.home && beneath(absolute, bases.home)
  const spelled = fromHome ? ['~', ...fromHome].join('/') : spelledAbsolute(absolute)
  return { inside: false, names: [], absolute, spelled }
}

/** The names that lead to a path from the root of the disk. */
export function absoluteOf(path: string, { root, home = ['~'] }: Bases): string[] {
  if (isAbsolute(path)) return fold([], path)
  return path === '~' || path.startsWith('~/') ? fold(home, path.slice(1)) : fold(root, path)
}

function fold(start: readonly string[], path: string): string[] {
  const names = [...start]
  for (const name of split(path)) {
    if (name === '' || name === '.') continue
    if (name === '..') names.pop()
    else names.push(name)
  }
  return names
}

/** The names of an absolute path without dots. */
export function namesOf(path: string): string[] {
  return split(path).filter((name) => name !== '')
}

/** What is left of the names below a folder; `undefined` where they do not lie in it. */
export function beneath(names: readonly string[], folder: readonly string[]): string[] | undefined {
  return folder.every((name, index) => names[index] === name) ? names.slice(folder.length) : undefined
}

/** A name as the least exact disk sees it. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path)

const split = (path: string): string[] => path.split(/^[a-z]:[\\/]/i.test(path) ? /[\\/]/ : '/')

function spelledAbsolute(names: readonly string[]): string {
  return /^(?:~|[a-z]:)$/i.test(names[0] ?? '') ? names.join('/') : `/${names.join('/')}`
}
