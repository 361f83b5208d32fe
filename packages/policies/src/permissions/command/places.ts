import type { Word } from './lexer/syntax.ts'

/**
 * The folders in which a command may run, seen from the workspace (`''` is the workspace itself), absolute, or below
 * `~`; `undefined` where that is not known.
 */
export type Places = readonly string[] | undefined

/** How many possible folders are kept apart; with more the place counts as not known. */
const most = 4

/** How many folders that a path leads out of are kept; one with more is not judged. */
export const mostThrough = 8

/** All places of both. */
export function eitherOf(left: Places, right: Places): Places {
  if (left === right) return left
  if (!left || !right) return undefined
  const all = [...new Set([...left, ...right])]
  return all.length > most ? undefined : all
}

/** A path worked out from a folder. */
export interface WorkedOut {
  readonly path: string
  /** The named folders that a `..` took away; where one is a link, the path leads elsewhere. */
  readonly through: readonly string[]
}

/** A word that names a path, spelled so that only a real `~` begins with one. */
export function pathOf(word: Word): string {
  if (word.path !== undefined) return word.path
  return word.text.startsWith('~') && word.home === undefined ? `./${word.text}` : word.text
}

/** Works out `path`, which stands in a command that runs in `place`. */
export function resolvePath(place: string, path: string): WorkedOut {
  if (path === '~' || path.startsWith('~/')) return normalise('~', path.slice(2))
  if (path.startsWith('/')) return normalise('/', path)
  if (place === '~' || place.startsWith('~/')) return normalise('~', `${place.slice(2)}/${path}`)
  if (place.startsWith('/')) return normalise('/', `${place}/${path}`)
  return normalise('', `${place}/${path}`)
}

function normalise(root: '' | '/' | '~', path: string): WorkedOut {
  const kept: string[] = []
  const through: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') kept.push(name)
    else if (kept.length > 0 && kept.at(-1) !== '..') {
      if (through.length < mostThrough) through.push(spelled(root, kept))
      kept.pop()
    } else if (root !== '/') kept.push(name)
  }
  return { path: spelled(root, kept), through }
}

function spelled(root: '' | '/' | '~', names: readonly string[]): string {
  const joined = names.join('/')
  if (root === '/') return `/${joined}`
  if (root === '~') return joined === '' ? '~' : `~/${joined}`
  return joined.startsWith('~') ? `./${joined}` : joined === '' ? '.' : joined
}

/** The folder after `cd` to a word; `undefined` where that is not certain. */
export function placesAfter(places: Places, word: Word | undefined): Places {
  if (word === undefined) return ['~']
  const isCertain = word.unknown === undefined && word.pattern === undefined
  if (!isCertain || word.text === '' || word.text.startsWith('-')) return undefined
  if (places === undefined)
    return /^[/~]/.test(pathOf(word)) ? [resolvePath('', pathOf(word)).path] : undefined
  const after = places.map((place) => resolvePath(place, pathOf(word)).path)
  return [...new Set(after.map((path) => (path === '.' ? '' : path)))]
}
