import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The system itself follows no more links in a row than that. */
const mostLinks = 40

/**
 * Where an absolute path leads through the links on the disk, as far as it exists.
 * @returns `undefined` where that is not known.
 */
export function leadsTo(path: string): string | undefined {
  let at = path
  let rest = ''
  for (let links = 0; links < mostLinks;) {
    try {
      return join(realpathSync.native(at), rest)
    } catch (error) {
      if (!isMissing(error)) return undefined
    }
    const target = linkAt(at)
    if (target !== undefined) {
      at = resolve(dirname(at), target)
      links += 1
    } else {
      rest = join(basename(at), rest)
      at = dirname(at)
    }
  }
  return undefined
}

/** A link to what is not there has a target all the same. */
function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
