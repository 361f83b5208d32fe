import { FileError, outside } from './file-error.ts'
import { fileLimits } from './limits.ts'

/** What a spelling is judged against. */
export interface Anchor {
  /** The absolute spellings of the root, each as its names: where it really is, and how it was given. */
  readonly roots: readonly (readonly string[])[]
  /** Whether names follow the rules of Windows. */
  readonly windows: boolean
}

// Control characters hide in logs and terminals; a lone surrogate would silently become another name.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u

/**
 * The names that lead from the root to `path`, by its spelling alone: `.` and empty names vanish and `..` takes
 * back the name before it, as nobody has to look at the disk for that.
 *
 * @throws FileError `FS_INVALID_PATH` for a path that is no path, `FS_OUTSIDE_ROOT` for one that leads out.
 */
export function namesBeneath(path: string, anchor: Anchor): string[] {
  refuseMalformed(path, anchor)
  const parts = split(path, anchor.windows)
  if (!isAbsolute(path, anchor.windows)) return fold(parts, path, anchor)
  const names = fold(parts, path, anchor, true)
  const beneath = stripRoot(names, anchor)
  if (!beneath) throw outside(path)
  return beneath
}

/**
 * The names that lead from the root to a file that may not exist yet.
 *
 * @throws FileError as `namesBeneath`, and `FS_INVALID_PATH` for a path that can only mean a folder.
 */
export function namesOfFile(path: string, anchor: Anchor): string[] {
  const names = namesBeneath(path, anchor)
  const last = split(path, anchor.windows).at(-1)
  if (last !== '' && last !== '.' && last !== '..') return names
  throw new FileError(
    'FS_INVALID_PATH',
    path,
    'names a folder; give the path of a file, without a slash or dots at its end',
  )
}

/**
 * What remains of the target of a symbolic link below the root, dots included, or undefined where it leads out.
 * A relative target is returned whole.
 */
export function targetParts(
  target: string,
  anchor: Anchor,
): { from: 'root' | 'link'; parts: string[] } | undefined {
  const parts = split(target, anchor.windows).filter((part) => part !== '' && part !== '.')
  if (!isAbsolute(target, anchor.windows)) return { from: 'link', parts }
  const beneath = stripRoot(parts, anchor)
  return beneath && { from: 'root', parts: beneath }
}

/** Refuses what is not one plain name of an entry, and gives it back otherwise. */
export function singleName(name: string, anchor: Anchor): string {
  refuseMalformed(name, anchor)
  if (split(name, anchor.windows).length > 1 || name === '.' || name === '..') {
    throw new FileError('FS_INVALID_PATH', name, 'is not a single name; give the name of an entry')
  }
  return name
}

/** The names of an absolute path. */
export function absoluteNames(path: string, windows: boolean): string[] {
  return split(path, windows).filter((part) => part !== '')
}

/** Whether an absolute path without links stands at or beneath the root. */
export function isBeneath(path: string, anchor: Anchor): boolean {
  return stripRoot(absoluteNames(path, anchor.windows), anchor) !== undefined
}

function refuseMalformed(path: string, anchor: Anchor): void {
  const fault = faultOf(path, anchor.windows)
  if (fault) throw new FileError('FS_INVALID_PATH', path, fault)
}

function faultOf(path: string, windows: boolean): string | undefined {
  if (path === '') return 'is an empty path; write "." for the root folder'
  if (Buffer.byteLength(path) > fileLimits.pathBytes) {
    return `is longer than ${fileLimits.pathBytes} bytes`
  }
  if (forbidden.test(path)) return 'has a control character or half of a character in it'
  return windows && split(path, true).some(isWindowsTrap)
    ? 'has a name that Windows gives another meaning'
    : undefined
}

function split(path: string, windows: boolean): string[] {
  return path.split(windows ? /[\\/]/ : '/')
}

function isAbsolute(path: string, windows: boolean): boolean {
  return windows ? /^(?:[a-z]:)?[\\/]/i.test(path) : path.startsWith('/')
}

function fold(parts: readonly string[], path: string, anchor: Anchor, absolute = false): string[] {
  const names: string[] = []
  for (const part of parts) {
    if (part === '' || part === '.') continue
    if (part !== '..') names.push(part)
    else if (names.pop() === undefined && !absolute) throw outside(path)
  }
  return names
}

function stripRoot(names: readonly string[], anchor: Anchor): string[] | undefined {
  const same = anchor.windows
    ? (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()
    : (a: string | undefined, b: string) => a === b
  const root = anchor.roots.find((candidate) => candidate.every((name, index) => same(names[index], name)))
  return root && names.slice(root.length)
}

const drive = /^[a-z]:$/i
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:$|[. ])/i

// Streams, devices and trimmed endings make two spellings of one file, or a file of none.
function isWindowsTrap(name: string, index: number): boolean {
  if (name === '.' || name === '..' || (index === 0 && drive.test(name))) return false
  return /[:*?"<>|]/.test(name) || /[. ]$/.test(name) || device.test(name)
}
