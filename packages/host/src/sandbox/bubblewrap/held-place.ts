import { randomBytes } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isErrno } from '../../files/file-error.ts'

// From there Git would take settings and hooks. It does not start where that is a folder or empty; this names the folder
// that it would take anyway.
const commonFolder = { path: '/.git/commondir', content: '.\n' }

/** What a file has to contain that holds a place; undefined where an empty folder does it. */
export function heldBy(path: string): string | undefined {
  return path.endsWith(commonFolder.path) ? commonFolder.content : undefined
}

/** Puts something in a place. False where something is there, or nothing can be. */
export function putUp(path: string): boolean {
  const content = heldBy(path)
  try {
    if (content === undefined) mkdirSync(path)
    else putFile(path, content)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST', 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS')) return false
    throw error
  }
}

/** Takes it away again, unless somebody has made something of it. */
export function takeAway(path: string): void {
  try {
    if (heldBy(path) === undefined) rmdirSync(path)
    else if (isUnused(path)) rmSync(path, { force: true })
  } catch (error) {
    // Somebody put something in its place or into it, which is theirs.
    if (!isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EBUSY'))
      throw error
  }
}

/** Whether what is there is what was put up, as it was. */
export function isUnused(path: string): boolean {
  const content = heldBy(path)
  try {
    if (content === undefined) return readdirSync(path).length === 0
    return lstatSync(path).isFile() && readFileSync(path, 'utf8') === content
  } catch {
    return false
  }
}

/** Whole from the first moment on, so that nobody ever reads it empty. */
function putFile(path: string, content: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, content, { flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw error
    // A disk without hard links.
    writeFileSync(path, content, { flag: 'wx' })
  } finally {
    rmSync(draft, { force: true })
  }
}
