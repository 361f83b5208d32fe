import { isAbsolute, relative, sep } from 'node:path'

/**
 * Whether a path is a folder or something in it, by its spelling alone: links are not followed.
 * @param folder - absolute.
 * @param path - absolute.
 */
export function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
